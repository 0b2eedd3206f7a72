#!/usr/bin/env bash
# clang-tidy over every C source in a configured build folder. Usage: cmake/lint.sh BUILD JOBS
set -euo pipefail

build=$1
jobs=$2
find src scene lab bench tools demo tests examples fuzz -name '*.c' -print0 |
    xargs -0 -n 1 -P "$jobs" clang-tidy -p "$build" --quiet --warnings-as-errors='*' \
        2> >(grep -vE '^[0-9]+ warnings? generated\.$|^Suppressed |^Use -header-filter' >&2)
