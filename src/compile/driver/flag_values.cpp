// SPDX-License-Identifier: Apache-2.0
#include "compile/driver/flag_values.h"

#include <algorithm>
#include <array>

namespace heddle {
namespace {

// All that clang 19 misses a value of if they come last, one by one. Sorted.
constexpr auto kFlags = std::to_array<std::string_view>({
    "--CLASSPATH", "--analyzer-output", "--assert", "--bootclasspath", "--classpath", "--config", "--define-macro",
    "--dyld-prefix", "--encoding", "--extdirs", "--for-linker", "--force-link", "--imacros", "--include",
    "--include-directory", "--include-directory-after", "--include-prefix", "--include-with-prefix",
    "--include-with-prefix-after", "--include-with-prefix-before", "--language", "--library-directory", "--mhwdiv",
    "--no-system-header-prefix", "--output", "--output-class-directory", "--param", "--prefix", "--print-file-name",
    "--print-prog-name", "--resource", "--rtlib", "--serialize-diagnostics", "--std", "--stdlib", "--sysroot",
    "--system-header-prefix", "--undefine-macro", "--vfsoverlay", "-A", "-B", "-D", "-F", "-G", "-I", "-L", "-MF",
    "-MJ", "-MQ", "-MT", "-T", "-U", "-V", "-Xanalyzer", "-Xarch_device", "-Xarch_host", "-Xassembler", "-Xclang",
    "-Xcuda-fatbinary", "-Xcuda-ptxas", "-Xlinker", "-Xmicrosoft-visualc-tools-root",
    "-Xmicrosoft-visualc-tools-version", "-Xmicrosoft-windows-sdk-root", "-Xmicrosoft-windows-sdk-version",
    "-Xmicrosoft-windows-sys-root", "-Xoffload-linker", "-Xopenmp-target", "-Xpreprocessor", "-Zlinker-input",
    "-alias_list", "-allowable_client", "-arch", "-arch_only", "-arcmt-migrate-report-output", "-b", "-bundle_loader",
    "-ccc-arcmt-migrate", "-ccc-gcc-name", "-ccc-install-dir", "-ccc-objcmt-migrate", "-client_name",
    "-compatibility_version", "-current_version", "-cxx-isystem", "-darwin-target-variant",
    "-darwin-target-variant-triple", "-dependency-dot", "-dependency-file", "-dsym-dir", "-dumpdir", "-dylib_file",
    "-dylinker_install_name", "-e", "-exported_symbols_list", "-fdebug-compilation-dir",
    "-fexperimental-openacc-macro-override", "-filelist", "-fmodule-implementation-of", "-fmodules-user-build-path",
    "-fnew-alignment", "-force_load", "-framework", "-ftrapv-handler", "-gen-cdb-fragment-path", "-hlsl-entry",
    "-iapinotes-modules", "-idirafter", "-iframework", "-iframeworkwithsysroot", "-imacros", "-image_base",
    "-imultilib", "-include", "-include-pch", "-init", "-install_name", "-iprefix", "-iquote", "-isysroot", "-isystem",
    "-isystem-after", "-ivfsoverlay", "-iwithprefix", "-iwithprefixbefore", "-iwithsysroot", "-l", "-lazy_framework",
    "-lazy_library", "-meabi", "-mllvm", "-mmlir", "-module-dependency-dir", "-mthread-model", "-multiply_defined",
    "-multiply_defined_unused", "-o", "-object-file-name", "-pagezero_size", "-read_only_relocs",
    "-reexport_framework", "-reexport_library", "-resource-dir", "-rpath", "-seg1addr", "-seg_addr_table",
    "-seg_addr_table_filename", "-segs_read_only_addr", "-segs_read_write_addr", "-serialize-diagnostics", "-specs",
    "-stdlib++-isystem", "-sub_library", "-sub_umbrella", "-target", "-u", "-umbrella", "-undefined",
    "-unexported_symbols_list", "-validator-version", "-vfsoverlay", "-weak_framework", "-weak_library",
    "-weak_reference_mismatches", "-working-directory", "-x", "-z"});
static_assert(std::is_sorted(kFlags.begin(), kFlags.end()));

}  // namespace

bool takes_next_word(std::string_view flag) {
  if (flag.starts_with("-Xarch_") || flag.starts_with("-Xopenmp-target=")) return true;
  return std::binary_search(kFlags.begin(), kFlags.end(), flag);
}

}  // namespace heddle
