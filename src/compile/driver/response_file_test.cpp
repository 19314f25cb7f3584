// SPDX-License-Identifier: Apache-2.0
#include "compile/driver/response_file.h"

#include <gtest/gtest.h>

#include <map>

namespace heddle {
namespace {

using Words = std::vector<std::string>;

TEST(ResponseFile, BlanksSeparateAndQuotesJoin) {
  EXPECT_EQ(split_response_file("-c  \"a b.c\"\n-D'X=1 2' c\\ d.c \"\""),
            (Words{"-c", "a b.c", "-DX=1 2", "c d.c", ""}));
}

TEST(ResponseFile, FilesInsideOfFilesAreOpenedAndUnreadableOnesStay) {
  std::map<std::string, std::string> files = {{"one", "-O2 @two"}, {"two", "x.c @missing"}, {"loop", "@loop"}};
  auto read = [&files](const std::string& path) -> std::optional<std::string> {
    auto found = files.find(path);
    return found == files.end() ? std::nullopt : std::optional(found->second);
  };
  EXPECT_EQ(expand_response_files({"-c", "@one", "@"}, read), (Words{"-c", "-O2", "x.c", "@missing", "@"}));
  EXPECT_EQ(expand_response_files({"@loop"}, read), (Words{"@loop"}));
}

TEST(ResponseFile, WrittenArgumentsAreReadBack) {
  Words arguments = {"-DX=\"a b\"", "plain.c", "", "back\\slash", "it's"};
  EXPECT_EQ(split_response_file(to_response_file(arguments)), arguments);
}

}  // namespace
}  // namespace heddle
