# One target for each task; `make` alone lists them. The work is done by scripts/ and by the
# presets of CMakePresets.json, which can be used directly as well.
#
#   CMAKE_FLAGS   options for CMake, as in: make test CMAKE_FLAGS=-DLACUNA_WERROR=ON
#   BENCH_SIZE    multiplies the size of the scenes of bench-solvers
#   JOBS          parallel processes; all cores by default

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help demo test slow-test bench bench-peers bench-solvers dev asan tsan tidy format check-format check-layers clean

JOBS ?= $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
CMAKE_FLAGS ?=
PEER_MESHES ?= $(LACUNA_TEST_DATA)/meshes
PEER_SCENES ?=

# $(call build,PRESET,TARGET): configures if needed, then builds TARGET, or everything.
build = scripts/configure.sh $(1) $(CMAKE_FLAGS) && \
        cmake --build --preset $(1) --parallel $(JOBS) $(if $(2),--target $(2))
run_tests = ctest --preset $(1) --parallel $(JOBS)
# Tests that compare with outside data run where it is available.
with_data := $(if $(LACUNA_TEST_DATA),$(if $(wildcard $(LACUNA_TEST_DATA)/meshes),-with-data))

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# The release preset builds the tests too, so the demo needs their packages to configure.
demo: ## install missing packages, build, drape a cloth over a sphere, and prove the result; results in out/demo
	@scripts/packages.sh build test
	@$(call build,release,lacuna_app)
	@build/release/bin/lacuna run drape --set detail=0.4 -o out/demo
	@build/release/bin/lacuna verify out/demo
	@echo "Open out/demo/frames/frame_000050.ply (or all of them) in Blender, MeshLab or ParaView."
	@echo "Next: build/release/bin/lacuna list, then build/release/bin/lacuna run card-house"

test: ## install missing packages, build, and run the tests except the slow ones
	@scripts/packages.sh build test meshers
	@$(call build,release)
	@$(call run_tests,release$(with_data))

slow-test: ## the tests that take minutes
	@scripts/packages.sh build test meshers
	@$(call build,release)
	@$(call run_tests,slow)

bench: ## build and run the benchmarks; the table also goes to out/bench.json
	@scripts/packages.sh build bench
	@$(call build,bench,lacuna_bench)
	@build/bench/bin/lacuna_bench --json=out/bench.json $(BENCH_FLAGS)

bench-peers: ## whole scenes, compared with the reference programs; PEER_MESHES is a folder with their meshes
	@scripts/packages.sh build bench
	@$(call build,bench,lacuna_peers)
	@build/bench/bin/lacuna_peers $(PEER_MESHES) $(PEER_SCENES)

bench-solvers: ## the same scenes with every solver: CPU seconds per simulated second
	@scripts/packages.sh build test
	@$(call build,release,lacuna_app)
	@scripts/bench_solvers.sh build/release/bin/lacuna $(BENCH_SIZE)

dev: ## debug build with every assertion, unit and property tests
	@scripts/packages.sh build test meshers
	@$(call build,dev)
	@$(call run_tests,dev)

asan: ## the same under the address and undefined-behaviour sanitizers
	@scripts/packages.sh build test meshers
	@$(call build,asan)
	@$(call run_tests,asan)

tsan: ## the same under the thread sanitizer
	@scripts/packages.sh build test meshers
	@$(call build,tsan)
	@$(call run_tests,tsan)

tidy: ## clang-tidy over the library and the command
	@scripts/packages.sh build checks
	@$(call build,tidy)

format: ## lay out the C++ sources with clang-format 14
	@scripts/packages.sh checks
	@scripts/format.sh

check-format: ## fail if a source is not laid out so
	@scripts/packages.sh checks
	@scripts/format.sh --check

check-layers: ## fail if a layer includes a higher one
	@scripts/check_layers.sh

clean: ## remove build/; results in out/ stay
	rm -rf build
