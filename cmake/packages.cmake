# What we build with. scripts/packages.sh installs the Debian packages these come from.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
set(CGAL_DO_NOT_WARN_ABOUT_CMAKE_BUILD_TYPE TRUE)
find_package(CGAL REQUIRED)   # the kernel only (LGPL); none of its GPL packages
find_package(CLI11 REQUIRED)

# METIS brings no CMake package on Debian 12: cmake/FindMETIS.cmake.
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})   # CGAL has a FindMETIS of its own
find_package(METIS REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)   # only base/json.cpp
