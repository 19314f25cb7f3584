// SPDX-License-Identifier: Apache-2.0
//
// Functions that compute: mathematics, conversions, classes of characters. Some leave errno, flags or a rounding mode.
#include "fuzz/library/library_row.h"

namespace heddle::fuzz {
namespace {

constexpr Footprint kText = touches(Resource::Text);
constexpr Footprint kLocale = touches(Resource::Locale);

// clang-format off
constexpr LibraryRow kRows[] = {
    // ---- conversions
    {"atoi atol atoll atof", "@(text + 4)", kText},
    {"strtol strtoul strtoll strtoull strtoimax strtoumax", "@(text + 4, nullptr, 10)", kText,
     "@(\"99999999999999999999999\", &rest, 10) != 0"},
    {"strtod strtof strtold", "@(text + 4, nullptr)", kText, "@(\"1e99999\", &rest) > 1"},
    // ---- whole numbers
    {"abs labs llabs imaxabs", "@(-hidden(3))", kNothing},
    {"div", "div((int)hidden(7), 2).quot", kNothing},
    {"ldiv lldiv imaxdiv", "@(hidden(7), 2L).quot", kNothing},
    {"ffs ffsl ffsll", "@(hidden(8))", kNothing},
    {"htons htonl ntohs ntohl", "@(hidden(1)) != 0", kNothing},
    {"difftime", "difftime(hidden(5), 2)", kNothing},
    {"__udivti3 __umodti3", "wide_quotient(hidden(7))", kNothing},
    {"__divti3 __modti3", "wide_signed_quotient(hidden(7))", kNothing},
    {"__mul?c3 __div?c3", "complex_quotient(real(2))", kNothing},
    {"__float* __fix*", "(long)(double)(unsigned __int128)hidden(7)", kNothing, "(long)(__int128)real(3)"},
    {"__powi?f2", "__builtin_powi(real(2), hidden(3))", kNothing},
    {"__extend* __trunc*", "(long)(float)(long double)(_Float16)real(2)", kNothing},
    // ---- floating point
    {"__fpclassify* __signbit* __isnan* __isinf* __finite*",
     "fpclassify(real(-1)) + signbit(real(-1)) + isnan(real(-1)) + isinf(real(-1)) + isfinite(real(-1))", kNothing},
    {"isnan isinf finite", "plain_@(real(0))", kNothing},
    {"feclearexcept", "feclearexcept(FE_ALL_EXCEPT)", kNothing},
    {"feraiseexcept", "feraiseexcept(FE_INVALID)", kNothing},
    {"fetestexcept", "fetestexcept(FE_ALL_EXCEPT)", kNothing},
    {"fegetround", "fegetround()", kNothing},
    {"fesetround", "fesetround(FE_UPWARD)", kNothing, "fesetround(hidden(77))"},
    {"acos acosh asin atanh log log10 log1p log2 logb sqrt", "rounded(@(real(-7)))", kNothing},
    {"acosf acoshf asinf atanhf logf log10f log1pf log2f logbf sqrtf", "rounded(@(real(-7)))", kNothing},
    {"acosl acoshl asinl atanhl logl log10l log1pl log2l logbl sqrtl", "rounded(@(real(-7)))", kNothing},
    {"asinh atan cbrt ceil cos erf erfc fabs floor j0 j1 nearbyint rint round roundeven sin tan tanh trunc",
     "rounded(@(real(1e-310)))", kNothing, "rounded(@(real(1) / real(0)))"},
    {"asinhf atanf cbrtf ceilf cosf erff erfcf fabsf floorf j0f j1f nearbyintf rintf roundf roundevenf sinf tanf tanhf truncf",
     "rounded(@(real(1.5)))", kNothing, "rounded(@(real(1) / real(0)))"},
    {"asinhl atanl cbrtl ceill cosl erfl erfcl fabsl floorl j0l j1l nearbyintl rintl roundl roundevenl sinl tanl tanhl truncl",
     "rounded(@(real(1.5)))", kNothing, "rounded(@(real(1) / real(0)))"},
    {"cosh exp exp2 exp10 expm1 sinh tgamma", "rounded(@(real(99999)))", kNothing, "rounded(@(real(1.5)))"},
    {"coshf expf exp2f exp10f expm1f sinhf tgammaf", "rounded(@(real(99999)))", kNothing, "rounded(@(real(1.5)))"},
    {"coshl expl exp2l exp10l expm1l sinhl tgammal", "rounded(@(real(99999)))", kNothing, "rounded(@(real(1.5)))"},
    {"y0 y1 y0f y1f y0l y1l", "rounded(@(real(0)))", kNothing, "rounded(@(real(-1)))"},
    {"ilogb llrint llround lrint lround", "@(real(1e300)) != 0", kNothing, "@(real(2.5))"},
    {"ilogbf llrintf llroundf lrintf lroundf", "@(real(1e300)) != 0", kNothing, "@(real(2.5))"},
    {"ilogbl llrintl llroundl lrintl lroundl", "@(real(1e300)) != 0", kNothing, "@(real(2.5))"},
    {"atan2 copysign fdim fmax fmin hypot nextafter nexttoward", "rounded(@(real(1e308), real(-1e308)))", kNothing},
    {"atan2f copysignf fdimf fmaxf fminf hypotf nextafterf nexttowardf", "rounded(@(real(1e38), real(-1e38)))", kNothing},
    {"atan2l copysignl fdiml fmaxl fminl hypotl nextafterl nexttowardl", "rounded(@(real(1e308), real(-1e308)))", kNothing},
    {"fmod remainder fmodf remainderf fmodl remainderl", "rounded(@(real(7), real(0)))", kNothing, "rounded(@(real(7), real(2)))"},
    {"pow powf powl", "rounded(@(real(10), real(9999)))", kNothing, "rounded(@(real(-1), real(0.5)))"},
    {"fma fmaf fmal", "rounded(@(real(2), real(3), real(4)))", kNothing},
    {"jn ynl jnf jnl yn ynf", "rounded(@(2, real(0)))", kNothing},
    {"ldexp scalbn scalbln ldexpf scalbnf scalblnf ldexpl scalbnl scalblnl", "rounded(@(real(1), hidden(99999)))", kNothing,
     "rounded(@(real(1), hidden(3)))"},
    {"nan nanf nanl", "isnan(@(text))", kText},
    {"cabs carg cimag creal", "rounded(@(complex_of(real(-1))))", kNothing},
    {"cacos casin catan ccos cexp clog conj csin csqrt ctan", "rounded(creal(@(complex_of(real(-1)))))", kNothing,
     "rounded(creal(@(complex_of(real(1e300)))))"},
    {"cpow", "rounded(creal(cpow(complex_of(real(2)), complex_of(real(9999)))))", kNothing},
    // ---- characters
    {"isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper",
     "@(text[0]) != 0", kText | kLocale},
    {"isw* tow*", "iswalpha(wide[0]) != 0", touches(Resource::Wide) | kLocale, "towupper(wide[0])"},
    {"is*_l to*_l", "isalpha_l(text[0], c_locale) != 0", kText | kLocale, "toupper_l(text[0], c_locale)"},
    {"btowc wctob", "@(hidden('a'))", kLocale},
    {"wctype wctrans", "@(hidden(0) ? \"alpha\" : \"toupper\") != 0", kLocale | kText, "@(text) != 0"},
    {"__ctype_get_mb_cur_max", "MB_CUR_MAX", kLocale},
    {"__ctype_b_loc", "(*__ctype_b_loc())['a'] != 0", kLocale},
    {"__ctype_tolower_loc", "(*__ctype_tolower_loc())['A']", kLocale},
    {"__ctype_toupper_loc", "(*__ctype_toupper_loc())['a']", kLocale},
    {"nl_langinfo", "nl_langinfo(CODESET)[0]", kLocale},
    {"localeconv", "localeconv()->decimal_point[0]", kLocale},
};
// clang-format on

}  // namespace

constexpr LibraryRows kNumberRows{"numbers", Language::C, kRows};

}  // namespace heddle::fuzz
