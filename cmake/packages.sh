#!/usr/bin/env bash
# Installs the Debian packages of the named groups that are missing: build, test, page, browser, lint, sanitize, docs.
# A machine that has what is needed is left alone; so is one whose packages we may not or cannot install.
set -euo pipefail

missing=()
need() { # need PACKAGE COMMAND...: the package, unless the command works
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}

for group in "$@"; do
    case $group in
    build)
        need build-essential sh -c 'command -v cc && command -v make && echo "#include <math.h>" | cc -E -'
        need cmake command -v cmake
        need pkg-config command -v pkg-config
        need libjansson-dev pkg-config --exists jansson
        need libpopt-dev pkg-config --exists popt
        need libassimp-dev pkg-config --exists assimp
        ;;
    test)
        need libcmocka-dev pkg-config --exists cmocka
        need python3 command -v python3
        ;;
    page)
        need nodejs command -v node
        need npm command -v npm
        ;;
    browser)
        need chromium sh -c 'command -v chromium || command -v chromium-browser || command -v google-chrome'
        ;;
    lint)
        need clang command -v clang
        need clang-format command -v clang-format
        need clang-tidy command -v clang-tidy
        ;;
    sanitize)
        need clang command -v clang
        need libclang-rt-dev sh -c 'echo "int main(void) { return 0; }" | clang -fsanitize=address -x c -o /dev/null -'
        ;;
    docs)
        need doxygen command -v doxygen
        ;;
    *)
        echo "packages.sh: unknown group $group" >&2
        exit 2
        ;;
    esac
done

if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "These Debian packages, or what holds the same here, are missing: ${missing[*]}" >&2
    exit 0
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "Missing packages, please install as root: apt-get install ${missing[*]}" >&2
        exit 0
    fi
    as_root=(sudo)
fi
echo "Installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
if ! { "${as_root[@]}" apt-get update -qq &&
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; }; then
    echo "Not installed, going on without: ${missing[*]}" >&2
fi
