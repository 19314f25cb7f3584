// SPDX-License-Identifier: Apache-2.0
//
// Streams of stdio. `file` has two lines and can be written.
#include "fuzz/library/library_row.h"

namespace heddle::fuzz {
namespace {

constexpr Footprint kText = touches(Resource::Text), kStream = touches(Resource::Stream),
                    kTable = touches(Resource::Table), kNames = touches(Resource::Names);

// clang-format off
constexpr LibraryRow kRows[] = {
    {"fgetc getc", "@(file)", kStream},
    {"fgets", "fgets(text, 3, file) != nullptr", kStream | kText},
    {"fread", "fread(text, 1, 2, file)", kStream | kText},
    {"fgetc_unlocked getc_unlocked", "@(file)", kStream},
    {"fgets_unlocked", "fgets_unlocked(text, 3, file) != nullptr", kStream | kText},
    {"fread_unlocked", "fread_unlocked(text, 1, 20, file)", kStream | kText},
    {"fwrite_unlocked", "fwrite_unlocked(text, 1, 2, file)", kStream | kText},
    {"fputs_unlocked", "fputs_unlocked(text, file) >= 0", kStream | kText},
    {"feof_unlocked ferror_unlocked", "@(file) != 0", kStream},
    {"clearerr_unlocked", "(clearerr_unlocked(file), 0)", kStream},
    {"getline", "getline(&line, &line_size, file)", kStream},
    {"getdelim __getdelim", "@(&line, &line_size, ' ', file)", kStream},
    {"ungetc", "ungetc('u', file)", kStream},
    {"fseek fseeko fseeko64", "@(file, hidden(4), SEEK_SET)", kStream, "@(file, -hidden(4), SEEK_SET)"},
    {"ftell ftello ftello64", "@(file)", kStream},
    {"rewind", "(rewind(file), 0)", kStream},
    {"feof ferror", "@(file) != 0", kStream},
    {"clearerr", "(clearerr(file), 0)", kStream},
    {"setvbuf", "setvbuf(file, nullptr, _IONBF, 0)", kStream},
    {"setbuf", "(setbuf(file, nullptr), 0)", kStream},
    {"fileno fileno_unlocked", "@(file) >= 0", kStream, "lseek(@(file), 2, SEEK_SET)"},
    {"fclose", "fclose(taken_stream())", kStream | kTable},
    {"fdopen", "kept(fdopen(dup(fd), \"r\"))", touches(Resource::File) | kTable | kText, "kept(fdopen(-1, text))"},
    {"fopen fopen64", "kept(@(path, \"r\"))", kNames | kTable, "kept(@(\"/no/such\", \"r\"))"},
    {"freopen freopen64", "(file = @(path, \"r\", file)) != nullptr", kStream | kNames | kTable},
    {"tmpfile tmpfile64", "kept(@())", kTable | kNames},
    {"flockfile", "(flockfile(file), fputc('l', file), funlockfile(file), 0)", kStream},
    {"funlockfile", "(flockfile(file), fgetc(file), funlockfile(file), ftell(file))", kStream},
    {"ftrylockfile", "ftrylockfile(file) == 0 ? (funlockfile(file), 1) : 2", kStream},
    {"putwc fputwc", "@(L'w', file) != 0", kStream},
    {"putwchar", "plain_putwchar(L'w') != 0", touches(Resource::Output)},
};
// clang-format on

}  // namespace

constexpr LibraryRows kStreamRows{"streams", Language::C, kRows};

}  // namespace heddle::fuzz
