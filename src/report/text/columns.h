// SPDX-License-Identifier: Apache-2.0
//
// The schedule as a table: one column per thread, time runs down. With more threads than the width allows it becomes
// a list in which every line names its thread.
#pragma once

#include <string>
#include <vector>

#include "report/step.h"
#include "report/text/fold.h"
#include "report/text/style.h"

namespace heddle {

struct Cell {
  std::size_t event = 0;  // number shown in the margin, counted from 1; 0: none
  ThreadId thread{};
  std::string text;
  Ink ink = Ink::Plain;
};

// Cells of `rows`: "12 read balance: 0", with the file in front when it is not `main_file`.
std::vector<Cell> cells_of(const std::vector<Row>& rows, const std::vector<Step>& steps, const std::string& main_file);
// "12 ", or "other.h:12 " outside of `main_file`; "" for an unknown place.
std::string line_prefix(const SourceLocation& location, const std::string& main_file);
// The source file that most steps are in, as it is shown, or "".
std::string main_file_of(const std::vector<Step>& steps);

// `thread_names` is indexed by thread number. Every line ends with a newline.
std::string table_text(const std::vector<Cell>& cells, const std::vector<std::string>& thread_names,
                       const TextStyle& style);

}  // namespace heddle
