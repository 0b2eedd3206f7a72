# One-word commands over CMake.

BUILD ?= build
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
TEST ?= .
SCENE ?= demo/arch.gltf
DEMO_SECONDS ?= 20
FUZZ_SECONDS ?= 60

TESTS = OFF
CONFIGURE = cmake -S . -DDRYSTONE_WERROR=ON
PROGRAM = $(BUILD)/drystone
RESULT = $(BUILD)/demo/$(notdir $(basename $(SCENE)))
C_FOLDERS = include src scene lab bench tools demo tests examples fuzz
C_FILES = $(shell find $(C_FOLDERS) -name '*.[ch]' -o -name '*.inl' | sort)
# house and viewer run no C of ours; lab/determinism repeats the experiments of lab/gate several times, for which it
# would need a quarter of an hour
ASAN_LEAVES_OUT = ^(house|viewer)/|^lab/determinism$$
# those of the tests that start workers, again without lab/determinism
TSAN_RUNS = ^(base/jobs|geometry/tree|solver/solver|world/determinism|world/api_random|world/contact_mixture|world/query_threads|bench/scenes)$$
# the format of a source depends on the version of the tool
CLANG_FORMAT ?= $(shell command -v clang-format-14 || echo clang-format)

.DEFAULT_GOAL := help
.PHONY: demo test lab bench format lint sanitize fuzz install docs clean help build page

demo: ## install what is missing, build, simulate the demo scene, name the files to open
	@cmake/packages.sh build page
	@$(MAKE) --no-print-directory page
	@mkdir -p $(dir $(RESULT))
	@rm -f $(RESULT).glb $(RESULT).html
	$(PROGRAM) run $(SCENE) -o $(RESULT).glb --html $(RESULT).html --seconds $(DEMO_SECONDS)
	@echo
	@if [ -f $(RESULT).html ]; then echo "Open in a browser:                    $(abspath $(RESULT).html)"; fi
	@if [ -f $(RESULT).glb ]; then echo "Open in Blender or any glTF viewer:   $(abspath $(RESULT).glb)"; fi

test: TESTS = ON
test: build ## build with warnings as errors and run the tests whose names match TEST
	@tests/run.sh $(BUILD) -j2 -R '$(TEST)'

lab: build ## run the experiments that have a known right answer
	$(PROGRAM) lab

bench: build ## run the benchmark scenes
	$(PROGRAM) bench

format: ## reformat all C sources
	@$(CLANG_FORMAT) -i $(C_FILES)

lint: ## check the format, then run clang-tidy
	@cmake/packages.sh build test lint
	@$(CLANG_FORMAT) --dry-run -Werror $(C_FILES)
	@$(CONFIGURE) -B $(BUILD)/lint -DCMAKE_C_COMPILER=clang -DDRYSTONE_BUILD_FUZZ=ON
	cmake/lint.sh $(BUILD)/lint $(JOBS)

# clang: gcc needs many minutes for each wide kernel with address checks
sanitize: ## run the tests under the address, undefined and (those with workers) thread sanitizers
	@cmake/packages.sh build test sanitize
	@$(CONFIGURE) -B $(BUILD)/asan -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo \
		'-DDRYSTONE_SANITIZE=address;undefined'
	@cmake --build $(BUILD)/asan -j$(JOBS)
	@tests/run.sh $(BUILD)/asan -j$(JOBS) -E '$(ASAN_LEAVES_OUT)'
	@$(CONFIGURE) -B $(BUILD)/tsan -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo \
		-DDRYSTONE_SANITIZE=thread
	@cmake --build $(BUILD)/tsan -j$(JOBS)
	@tests/run.sh $(BUILD)/tsan -j$(JOBS) -R '$(TSAN_RUNS)'

fuzz: ## fuzz the interface, the builders and the reader of scenes for FUZZ_SECONDS each
	@cmake/packages.sh build sanitize
	@$(CONFIGURE) -B $(BUILD)/fuzz -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo \
		-DDRYSTONE_BUILD_TESTS=OFF -DDRYSTONE_BUILD_EXAMPLES=OFF -DDRYSTONE_BUILD_FUZZ=ON \
		'-DDRYSTONE_SANITIZE=fuzzer-no-link;address;undefined'
	@cmake --build $(BUILD)/fuzz -j$(JOBS) --target fuzz
	@fuzz/run.sh $(BUILD)/fuzz $(FUZZ_SECONDS)

install: build ## install under PREFIX
	cmake --install $(BUILD) --prefix $(PREFIX)

docs: ## make the reference of the public headers, build/docs/html/index.html
	@cmake/packages.sh docs
	@mkdir -p $(BUILD)/docs
	BUILD=$(BUILD) doxygen docs/Doxyfile
	@echo "Open $(abspath $(BUILD)/docs/html/index.html)"

clean: ## remove everything that was built
	rm -rf $(BUILD) viewer/dist viewer/node_modules

help: ## show this list
	@echo "make COMMAND, where COMMAND is one of"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo "Variables: BUILD=folder (build), JOBS=number of compilers, PREFIX=/usr/local, FUZZ_SECONDS=60, SCENE=file and"
	@echo "DEMO_SECONDS=20 of the demo, TEST=pattern, as in"
	@echo "  make test TEST=collision/"

build:
	@$(CONFIGURE) -B $(BUILD) -DDRYSTONE_BUILD_TESTS=$(TESTS)
	@cmake --build $(BUILD) -j$(JOBS)

page: build
	@if ! command -v npm >/dev/null; then \
		echo "npm is missing: the page is left out."; \
	elif ! cmake --build $(BUILD) --target viewer; then \
		echo "The page could not be built: it is left out."; \
	fi
