# How we compile: warnings, instruction set, sanitizers, ccache, a fast linker.

add_library(lacuna_options INTERFACE)
target_compile_options(lacuna_options INTERFACE -Wall -Wextra -Wpedantic)
option(LACUNA_WERROR "Treat warnings as errors" OFF)
if(LACUNA_WERROR)
  target_compile_options(lacuna_options INTERFACE -Werror)
endif()

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

if(LACUNA_SANITIZE)
  target_compile_options(lacuna_options INTERFACE -fsanitize=${LACUNA_SANITIZE} -fno-omit-frame-pointer
                                                  -fno-sanitize-recover=all)
  target_link_options(lacuna_options INTERFACE -fsanitize=${LACUNA_SANITIZE})
  target_compile_definitions(lacuna_options INTERFACE LACUNA_ASSERTIONS=1)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
  target_link_options(lacuna_options INTERFACE -fuse-ld=mold)
endif()
if(LACUNA_TIDY)
  find_program(CLANG_TIDY_PROGRAM NAMES clang-tidy-14 clang-tidy REQUIRED)
endif()
