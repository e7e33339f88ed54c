# How we compile: warnings, instruction set, sanitizers, ccache, a fast linker. Targets get it by linking
# lacuna_options.
add_library(lacuna_options INTERFACE)

target_compile_options(lacuna_options INTERFACE -Wall -Wextra -Wpedantic)
if(LACUNA_WERROR)
  target_compile_options(lacuna_options INTERFACE -Werror)
endif()

target_compile_definitions(lacuna_options INTERFACE EIGEN_MPL2_ONLY)   # an error on Eigen's few LGPL files

# x86-64-v3 (AVX2, FMA; every desktop CPU since about 2013) halves the cost of box tests and element kernels.
include(CheckCXXSourceRuns)
if(LACUNA_ARCH STREQUAL "auto")
  check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\")
                         && __builtin_cpu_supports(\"bmi2\") ? 0 : 1; }" LACUNA_CPU_HAS_AVX2)
  if(LACUNA_CPU_HAS_AVX2)
    target_compile_options(lacuna_options INTERFACE -march=x86-64-v3)
  endif()
elseif(NOT LACUNA_ARCH STREQUAL "none")
  target_compile_options(lacuna_options INTERFACE -march=${LACUNA_ARCH})
endif()
# Nothing here reads errno or traps on floating-point exceptions; without them sqrt and selects vectorise.
target_compile_options(lacuna_options INTERFACE -fno-math-errno -fno-trapping-math)

# Assertions (LACUNA_ASSERT, the standard library's own) are on in Debug and in every sanitizer build. Debug
# uses -Og, because without any optimisation Eigen makes the property tests many times slower.
string(APPEND CMAKE_CXX_FLAGS_DEBUG " -Og")
target_compile_definitions(lacuna_options INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
if(LACUNA_SANITIZE)
  target_compile_options(lacuna_options INTERFACE -fsanitize=${LACUNA_SANITIZE} -fno-omit-frame-pointer
                                                  -fno-sanitize-recover=all)
  # Instrumented Eigen code compiles 2.4 times faster so than with -O2, and the CCD loops run no slower. Reports need lines,
  # not variables.
  target_compile_options(lacuna_options INTERFACE -O1 -g1 $<$<CXX_COMPILER_ID:GNU>:-fno-var-tracking>)
  target_link_options(lacuna_options INTERFACE -fsanitize=${LACUNA_SANITIZE})
  target_compile_definitions(lacuna_options INTERFACE LACUNA_ASSERTIONS=1 _GLIBCXX_ASSERTIONS)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # With precompiled headers ccache has to trust their defines and dates.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
  if(LACUNA_PCH AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
endif()
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=mold LACUNA_LINKS_WITH_MOLD)   # GCC knows it since 12.1
if(LACUNA_LINKS_WITH_MOLD)
  target_link_options(lacuna_options INTERFACE -fuse-ld=mold)
endif()

if(LACUNA_TIDY)
  find_program(CLANG_TIDY_PROGRAM NAMES clang-tidy-14 clang-tidy REQUIRED)
  set(CMAKE_CXX_CLANG_TIDY ${CLANG_TIDY_PROGRAM} --quiet)
endif()
