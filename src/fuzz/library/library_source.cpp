// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "fuzz/library/library_program.h"
#include "fuzz/library/world.h"

namespace heddle::fuzz {
namespace {

std::string looks_at(Footprint footprint) {
  std::string text;
  long factor = 1;
  for (unsigned number = 0; number < kResources; ++number) {
    const auto resource = static_cast<Resource>(number);
    if ((footprint & bit(resource)) == 0) continue;
    text += fmt::format("{}({}) * {}", text.empty() ? "" : " + ", text_of(resource).look, factor);
    factor = factor * 7 + 2;
  }
  return text.empty() ? "0" : text;
}

std::string set_ups(Footprint footprint) {
  std::string text;
  for (unsigned number = 0; number < kResources; ++number) {
    const auto resource = static_cast<Resource>(number);
    if ((footprint & bit(resource)) != 0) text += fmt::format("  {}\n", text_of(resource).set_up);
  }
  return text;
}

// Main sets the flags: threads of their own would only add interleavings.
std::string alone(const LibraryProgram& program) {
  const LibraryCall& call = *program.first;
  return fmt::format(
      "template <bool is_bare> static void* t1(void*) {{\n"
      "  if (GET(a)) (void)({0});\n"
      "  SET(b, 1);\n"
      "  if (!GET(c)) return nullptr;\n"
      "  SET(d, 2);\n"
      "  const long state = thread_state();\n"
      "  if (is_bare) return told(state, (long)({0}), 0);\n"
      "  const long look = {1}, again = (long)({0});\n"
      "  return told(state, again, look);\n"
      "}}\n"
      "template <bool is_bare> static void run() {{\n{2}"
      "  pthread_t thread;\n"
      "  pthread_create(&thread, nullptr, t1<is_bare>, nullptr);\n"
      "  SET(a, 1), SET(a, 0), SET(c, 1), SET(c, 0);\n"
      "  void* said;\n"
      "  pthread_join(thread, &said);\n"
      "  tell((long)said, {1});\n"
      "}}\n",
      call.act, looks_at(call.needed), set_ups(call.needed));
}

std::string thread_of(const char* name, const LibraryCall& call, const std::string& look) {
  return fmt::format(
      "template <bool is_bare> static void* {}(void*) {{\n"
      "  const long result = (long)({});\n"
      "  if (is_bare) return told(result, 0, 0);\n"
      "  const long look = {};\n"
      "  return told(result, thread_state(), look);\n"
      "}}\n",
      name, call.act, look);
}

// A call against itself is made by two threads that could be taken for each other; else main is the second one.
std::string pair(const LibraryProgram& program) {
  const LibraryCall &first = *program.first, &second = *program.second;
  const std::string shared = looks_at(first.needed & second.needed);
  const bool are_alike = program.first == program.second;
  const std::string second_part = are_alike ? "  pthread_t second;\n"
                                              "  pthread_create(&second, nullptr, t1<is_bare>, nullptr);\n"
                                              "  pthread_join(second, &also_said);\n"
                                            : "  also_said = t2<is_bare>(nullptr);\n";
  return thread_of("t1", first, shared) + (are_alike ? "" : thread_of("t2", second, shared)) +
         fmt::format(
             "template <bool is_bare> static void run() {{\n{}"
             "  pthread_t thread;\n"
             "  void *said, *also_said;\n"
             "  pthread_create(&thread, nullptr, t1<is_bare>, nullptr);\n"
             "{}"
             "  pthread_join(thread, &said);\n"
             "  tell((long)said, (long)also_said), tell({}, {});\n"
             "}}\n",
             set_ups(first.needed | second.needed), second_part, looks_at(first.needed), looks_at(second.needed));
}

}  // namespace

SourceFile library_source(const std::vector<LibraryProgram>& programs) {
  SourceFile file;
  file.text = kWorld;
  file.uses_math_library = true;
  if (!programs.empty() && programs.front().language() == Language::Cxx) {
    file.text += kCxxWorld;
    file.uses_cxx_library = true;
  }
  for (std::size_t at = 0; at < programs.size(); ++at) {
    const LibraryProgram& program = programs[at];
    file.text += fmt::format("\nnamespace p{} {{  // {}\n{}}}\n", at, program.name(),
                             program.shape == LibraryShape::Alone ? alone(program) : pair(program));
  }
  file.text += "\nint main(int, char** arguments) {\n  plain_putchar('\\n');\n  switch (atoi(arguments[1])) {\n";
  for (std::size_t at = 0; at < programs.size(); ++at) {
    file.text += fmt::format("    case {0}: p{0}::run<false>(); break;\n", at);
    file.text += fmt::format("    case {}: p{}::run<true>(); break;\n", at + kBare, at);
  }
  file.text += "  }\n  return 0;\n}\n";
  return file;
}

}  // namespace heddle::fuzz
