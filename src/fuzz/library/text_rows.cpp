// SPDX-License-Identifier: Apache-2.0
//
// Bytes, text, wide text, sorting, the heap.
#include "fuzz/library/library_row.h"

namespace heddle::fuzz {
namespace {

constexpr Footprint kText = touches(Resource::Text), kWide = touches(Resource::Wide),
                    kNumbers = touches(Resource::Numbers), kHeap = touches(Resource::Heap);

// clang-format off
constexpr LibraryRow kRows[] = {
    // ---- bytes
    {"memcpy memmove mempcpy", "(@(text, other, hidden(3)), text[1])", kText, "(@(other, text, hidden(3)), other[1])"},
    {"memset", "(memset(text + 1, 'z', hidden(2)), text[1])", kText},
    {"memccpy", "memccpy(text, other, 'y', hidden(5)) != nullptr", kText},
    {"memcmp bcmp", "@(text, other, hidden(4)) != 0", kText},
    {"memchr memrchr", "place(@(text, 'b', 8))", kText},
    {"rawmemchr", "place(rawmemchr(text, 0))", kText},
    {"memmem", "place(memmem(text, 8, \"b,\", 2))", kText},
    {"bzero explicit_bzero", "(@(text + 1, hidden(1)), text[1])", kText},
    // ---- text
    {"strlen", "strlen(text)", kText},
    {"strnlen", "strnlen(text, hidden(4))", kText},
    {"strcpy stpcpy", "(@(text, other), text[0])", kText, "(@(other, text), other[0])"},
    {"strncpy stpncpy", "(@(text, other, hidden(2)), text[0])", kText, "(@(other, text, hidden(2)), other[0])"},
    {"strcat", "(strcat(text, \"k\"), text[5])", kText},
    {"strncat", "(strncat(text, \"kk\", hidden(1)), text[5])", kText},
    {"strdup", "taken(strdup(text))", kText},
    {"strndup", "taken(strndup(text, hidden(2)))", kText},
    {"strcmp strcasecmp strcoll strverscmp", "sign(@(text, other))", kText},
    {"strncmp strncasecmp", "sign(@(text, other, hidden(3)))", kText},
    {"strchr strrchr strchrnul index rindex", "place(@(text, 'b'))", kText},
    {"strstr strcasestr strpbrk", "place(@(text, \"c\"))", kText},
    {"strspn strcspn", "@(text, \"ab\")", kText},
    {"strtok", "place(strtok(text, \",\"))", kText, "place(strtok(nullptr, \",\"))"},
    {"strtok_r", "place(strtok_r(text, \",\", &rest))", kText, "place(strtok_r(nullptr, \",\", &rest))"},
    {"strsep", "place(strsep(&rest, \",\"))", kText},
    // ---- wide text
    {"wcslen", "wcslen(wide)", kWide},
    {"wcsnlen", "wcsnlen(wide, hidden(2))", kWide},
    {"wcscpy", "(wcscpy(wide, L\"xy\"), wide[0])", kWide},
    {"wcsncpy wmemcpy wmemmove", "(@(wide, L\"xyz\", hidden(2)), wide[1])", kWide},
    {"wcscat", "(wcscat(wide, L\"k\"), wide[3])", kWide},
    {"wcsncat", "(wcsncat(wide, L\"k\", 1), wide[3])", kWide},
    {"wcscmp", "sign(wcscmp(wide, L\"abd\"))", kWide},
    {"wcsncmp wmemcmp", "sign(@(wide, L\"axx\", hidden(2)))", kWide},
    {"wcschr", "wcschr(wide, L'b') != nullptr", kWide},
    {"wmemset", "(wmemset(wide, L'm', hidden(1)), wide[0])", kWide},
    {"wmemchr", "wmemchr(wide, L'b', 3) != nullptr", kWide},
    // ---- sorting
    {"qsort", "(qsort(numbers, 3, sizeof(int), by_value), numbers[0])", kNumbers},
    {"qsort_r", "(qsort_r(numbers, 3, sizeof(int), by_value_and, nullptr), numbers[0])", kNumbers},
    {"bsearch", "bsearch(&two, numbers, 3, sizeof(int), by_value) != nullptr", kNumbers},
    // ---- heap
    {"malloc valloc pvalloc", "taken(@(hidden(8)))", kHeap, "taken(@(hidden(PTRDIFF_MAX)))"},
    {"calloc", "taken(calloc(1, hidden(8)))", kHeap, "taken(calloc(hidden(PTRDIFF_MAX), 4))"},
    {"aligned_alloc memalign", "taken(@(32, hidden(32)))", kHeap, "taken(@(32, hidden(PTRDIFF_MAX)))"},
    {"posix_memalign", "(posix_memalign(&any, hidden(32), 32), any != nullptr)", kHeap, "posix_memalign(&any, hidden(3), 32)"},
    {"realloc", "renewed(realloc(block, hidden(64)))", kHeap, "(realloc(block, hidden(8)), malloc_usable_size(block))"},
    {"reallocarray", "renewed(reallocarray(block, 4, hidden(16)))", kHeap, "reallocarray(block, hidden(PTRDIFF_MAX), 4) != nullptr"},
    {"malloc_usable_size", "malloc_usable_size(block)", kHeap},
    {"free", "({ char* old = block; block = nullptr; free(old); old != nullptr; })", kHeap},
    {"malloc_trim", "malloc_trim(0) >= 0", kHeap},
    {"mallopt", "mallopt(M_TRIM_THRESHOLD, 4096) >= 0", kHeap},
};
// clang-format on

}  // namespace

constexpr LibraryRows kTextRows{"text", Language::C, kRows};

}  // namespace heddle::fuzz
