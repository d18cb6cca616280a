# shellcheck shell=bash
# What every script here needs to know first: where it stands, on which machine, and which pins apply.
# shellcheck disable=SC2034  # the names set here are read by the scripts that source this one
# ASTERISM_ARCH=arm64 fetches for another processor than this one (make test-machines).
# Sourced, never run. Sets: THIRD_PARTY, OS, ARCH, LIB_DIR, ORT_LIB_NAME and every pin of versions.env.

THIRD_PARTY="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"

# shellcheck source=versions.env
. "$THIRD_PARTY/versions.env"

say() { printf 'setup: %s\n' "$*"; }
die() {
  printf 'setup: %s\n' "$1" >&2
  shift
  for line in "$@"; do printf '       %s\n' "$line" >&2; done
  exit 1
}

case "$(uname -s)" in
  Linux) OS=linux ;;
  Darwin) OS=darwin ;;
  *) die "operating system $(uname -s) is not supported: Linux and macOS are" ;;
esac
case "${ASTERISM_ARCH:-$(uname -m)}" in
  x86_64 | amd64) ARCH=amd64 ;;
  aarch64 | arm64) ARCH=arm64 ;;
  *) die "processor ${ASTERISM_ARCH:-$(uname -m)} is not supported: x86-64 and arm64 are" ;;
esac

LIB_DIR="$THIRD_PARTY/lib/$OS-$ARCH"
ORT_LIB_NAME=libonnxruntime.so.1
if [ "$OS" = darwin ]; then ORT_LIB_NAME=libonnxruntime.1.dylib; fi

# sha256 FILE prints the hex digest; macOS has shasum where Linux has sha256sum.
sha256() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1
}

# expect_sha256 FILE DIGEST WHAT stops with both digests when FILE is not what was pinned.
expect_sha256() {
  local got
  got="$(sha256 "$1")"
  [ "$got" = "$2" ] || die "check $3: its sha256 is $got, the pin says $2" \
    "the download is damaged or was replaced; nothing was installed"
}

# has_header NAME: can the C++ compiler see this header? The one question that holds for distribution
# packages, hand-built prefixes in CPATH, and our own build alike.
has_header() {
  printf '#include <%s>\n' "$1" | ${CXX:-g++} -x c++ -I"$THIRD_PARTY/build/rocksdb/include" -E - >/dev/null 2>&1
}
