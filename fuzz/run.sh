#!/usr/bin/env bash
# Runs each fuzz target in turn and ends with a line of figures for each. What it finds out of tests/<topic>/files/
# goes to BUILD/corpus/, inputs that fail to BUILD/failures/; a target run with such a file repeats the failure.
# Usage: fuzz/run.sh BUILD SECONDS [TARGET...]
set -euo pipefail

build=$1
seconds=$2
shift 2
here=$(dirname "$0")
if [ $# -eq 0 ]; then
    for source in "$here"/fuzz_*.c; do
        set -- "$@" "$(basename "$source" .c)"
    done
fi

mkdir -p "$build/failures" "$build/logs"
summary=()
status=0
for target in "$@"; do
    topic=${target#fuzz_}
    corpus=$build/corpus/$topic
    log=$build/logs/$topic.log
    mkdir -p "$corpus"
    options=(-max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 -verbosity=1
        -artifact_prefix="$build/failures/$topic-")
    if [ -f "$here/$topic.dict" ]; then
        options+=(-dict="$here/$topic.dict")
    fi
    folders=("$corpus")
    if [ -d "$here/../tests/$topic/files" ]; then
        folders+=("$here/../tests/$topic/files")
    fi
    echo "$target: $seconds s"
    verdict=ok
    if ! "$build/fuzz/$target" "${options[@]}" "${folders[@]}" >"$log" 2>&1; then
        verdict="FAILED, see $log"
        status=1
        grep -v '^#[0-9]' "$log" | tail -n 60
    fi
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
    covered=$(grep -o 'cov: [0-9]*' "$log" | tail -n 1 || true)
    summary+=("$(printf '%-14s %9s runs, %s, %s' "$target" "${runs:-?}" "${covered:-cov: ?}" "$verdict")")
done
printf '%s\n' "${summary[@]}"
exit "$status"
