// SPDX-License-Identifier: Apache-2.0
#include "app/rebuild_flags.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(RebuildFlags, WhatOnlyChangesTheProgramIsTaken) {
  EXPECT_EQ(first_refused_flag({"a.cpp", "../b.c", "-O2", "-g3", "-std=c++20", "-Iinclude", "-I", "other", "-DX=1", "-Wall",
                                "-fno-exceptions", "-fvisibility=hidden", "-pthread", "-include", "all.h", "-lfmt",
                                "-Wl,-rpath,/opt/lib,-z,now", "-march=native", "-isystem", "third", "-mcx16"}),
            "");
}

TEST(RebuildFlags, WhatLoadsCodeOrWritesFilesIsNot) {
  for (const char* word : {"-fplugin=x.so", "-fpass-plugin=x.so", "-Xclang", "-mllvm", "-B/tmp", "-specs=x", "--config=x",
                           "-fuse-ld=/tmp/ld", "--ld-path=/tmp/ld", "-o", "-o/tmp/x", "-MF", "-save-temps", "-ftime-trace=/tmp/x",
                           "-fprofile-instr-generate=/tmp/x", "-gsplit-dwarf=/x", "@words", "-Wl,-o,/tmp/x", "-Wl,-Map=/tmp/x",
                           "-Wl,--plugin,x.so", "-Wl,@words", "-Wa,-a=x", "-Wp,-MD,/tmp/x", "-Xlinker", "-wrapper", "--sysroot=/x",
                           "-resource-dir=/x", "-fdump-record-layouts", "-working-directory=/x", "-ccc-install-dir", "-T"}) {
    EXPECT_EQ(first_refused_flag({"a.c", word, "b.c"}), word);
  }
}

TEST(RebuildFlags, AValueIsNoFlagButNoListOfFlagsEither) {
  EXPECT_EQ(first_refused_flag({"-D", "-fplugin=x.so"}), "");
  EXPECT_EQ(first_refused_flag({"-I", "@words"}), "@words");
  EXPECT_EQ(first_refused_flag({"-Wl,-rpath", "-Wl,@words"}), "-Wl,@words");
}

}  // namespace
}  // namespace heddle
