# What we build with. scripts/packages.sh installs the Debian packages these come from.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
set(CGAL_DO_NOT_WARN_ABOUT_CMAKE_BUILD_TYPE TRUE)
find_package(CGAL REQUIRED)   # the kernel only (LGPL); none of its GPL packages
find_package(CLI11 REQUIRED)

# CHOLMOD and METIS bring no CMake package on Debian 12: cmake/FindCHOLMOD.cmake and cmake/FindMETIS.cmake.
if(LACUNA_WITH_CHOLMOD)
  list(PREPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})   # CGAL has a FindMETIS of its own
  find_package(CHOLMOD REQUIRED)
  find_package(METIS REQUIRED)
  add_library(Lacuna::cholmod INTERFACE IMPORTED)
  # CHOLMOD names whatever BLAS the system prefers. OpenBLAS in front of it wins, and the reference BLAS is seven
  # to fourteen times slower. Nothing calls it by name, so the linker must be told to keep it.
  find_library(OPENBLAS_LIBRARY openblas PATH_SUFFIXES openblas-pthread)
  if(OPENBLAS_LIBRARY)
    target_link_libraries(Lacuna::cholmod INTERFACE
      "-Wl,--push-state,--no-as-needed" ${OPENBLAS_LIBRARY} "-Wl,--pop-state")
  else()
    message(WARNING "OpenBLAS was not found: direct solves use the BLAS that CHOLMOD was linked with")
  endif()
  target_link_libraries(Lacuna::cholmod INTERFACE CHOLMOD::CHOLMOD METIS::METIS)
endif()
find_package(tomlplusplus REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)   # only base/json.cpp
