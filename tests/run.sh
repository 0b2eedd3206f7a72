#!/usr/bin/env bash
# Runs ctest in a build folder and ends with the line "N passed, N failed".
# Usage: tests/run.sh BUILD [ctest arguments]
set -euo pipefail

build=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT

status=0
ctest --test-dir "$build" --output-on-failure --no-tests=error "$@" 2>&1 | tee "$log" || status=$?

# "98% tests passed, 2 tests failed out of 100", in which skipped tests count as passed
summary=$(grep -E '^[0-9]+% tests passed, [0-9]+ tests? failed out of [0-9]+$' "$log" | tail -n 1 || true)
failed=$(echo "$summary" | sed -E 's/.*passed, ([0-9]+) .*/\1/')
total=$(echo "$summary" | sed -E 's/.*out of //')
skipped=$(grep -c '\*\*\*Skipped' "$log" || true)
if [ "$skipped" -gt 0 ]; then
    echo "$skipped skipped"
fi
echo "$((${total:-0} - ${failed:-0} - skipped)) passed, ${failed:-0} failed"
exit "$status"
