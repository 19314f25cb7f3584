// SPDX-License-Identifier: Apache-2.0
//
// Formatted output and input.
#include "fuzz/library/library_row.h"

namespace heddle::fuzz {
namespace {

constexpr Footprint kText = touches(Resource::Text), kOutput = touches(Resource::Output),
                    kInput = touches(Resource::Input), kStream = touches(Resource::Stream);

// clang-format off
constexpr LibraryRow kRows[] = {
    {"sprintf", "sprintf(text, \"%s%d\", other, 7)", kText, "sprintf(other, \"%s\", text)"},
    {"snprintf", "snprintf(text, 4, \"%s%d\", other, 7)", kText, "snprintf(other, 4, \"%s\", text)"},
    {"vsprintf", "with_list(vsprintf, text, \"%s\", other)", kText},
    {"vsnprintf", "with_list_n(vsnprintf, text, 4, \"%s\", other)", kText},
    {"asprintf", "asprintf((char**)&any, \"%s\", text)", kText},
    {"vasprintf", "with_list(vasprintf, (char**)&any, \"%s\", text)", kText},
    {"sscanf", "sscanf(text, \"%1s%*c%*c%*c%d\", other, &two)", kText, "sscanf(text, \"%d\", &two)"},
    {"__isoc99_sscanf", "__isoc99_sscanf(text, \"%1s%*c%*c%*c%d\", other, &two)", kText},
    {"vsscanf __isoc99_vsscanf", "with_list(@, text, \"%1s\", other)", kText},
    {"printf", "printf(\"%s\\n\", text)", kOutput | kText},
    {"fprintf", "fprintf(stdout, \"%s\\n\", text)", kOutput | kText, "fprintf(file, \"%s\", text)"},
    {"vprintf", "with_format(vprintf, \"%s\\n\", text)", kOutput | kText},
    {"vfprintf", "with_list(vfprintf, stdout, \"%s\\n\", text)", kOutput | kText, "with_list(vfprintf, file, \"%s\\n\", text)"},
    {"dprintf", "dprintf(1, \"%s\\n\", text)", kOutput | kText, "dprintf(fd, \"%s\", text)"},
    {"vdprintf", "with_list_i(vdprintf, 1, \"%s\\n\", text)", kOutput | kText, "with_list_i(vdprintf, fd, \"%s\\n\", text)"},
    {"puts", "puts(text) >= 0", kOutput | kText},
    {"fputs", "fputs(text, stdout) >= 0", kOutput | kText, "fputs(text, file) >= 0"},
    {"fputc putc", "@(text[0], stdout)", kOutput | kText, "@(text[0], file)"},
    {"putchar", "plain_putchar('p')", kOutput},
    {"putc_unlocked fputc_unlocked _IO_putc", "@(text[0], stdout)", kOutput | kText, "@(text[0], file)"},
    {"putchar_unlocked", "plain_putchar_unlocked('p')", kOutput},
    {"fflush", "fflush(stdout)", kOutput, "fflush(file)"},
    {"fflush_unlocked", "fflush_unlocked(stdout)", kOutput},
    {"fwrite", "fwrite(text, 1, 2, stdout)", kOutput | kText, "fwrite(text, 1, 2, file)"},
    {"perror", "(perror(text), 0)", kText},
    {"scanf __isoc99_scanf", "@(\"%1s\", text)", kInput | kText},
    {"vscanf __isoc99_vscanf", "with_format(@, \"%1s\", text)", kInput | kText},
    {"getchar", "plain_getchar()", kInput},
    {"getchar_unlocked", "plain_getchar_unlocked()", kInput},
    {"fscanf __isoc99_fscanf", "@(file, \"%1s\", text)", kStream | kText, "@(file, \"%d\", &two)"},
    {"vfscanf __isoc99_vfscanf", "with_list(@, file, \"%1s\", text)", kStream | kText},
};
// clang-format on

}  // namespace

constexpr LibraryRows kFormatRows{"formats", Language::C, kRows};

}  // namespace heddle::fuzz
