#!/usr/bin/env bash
# Installs what the distribution provides: a C++ compiler, make, git, curl, RocksDB and its compressors.
# Debian 12 and Ubuntu 24.04 through apt (with sudo when not root). Without apt it names what to install.
#
#   ASTERISM_SKIP_PACKAGES=1   never call apt; stop with the list of what is missing instead
#   --check                    say what is missing, change nothing
set -euo pipefail
# shellcheck source=platform.sh
. "$(dirname "${BASH_SOURCE[0]}")/platform.sh"

packages=()
need() { packages+=("$1"); }
need_command() { command -v "$1" >/dev/null || need "$2"; }
need_header() { has_header "$1" || need "$2"; }

need_command g++ g++
need_command make make
need_command git git
need_command curl curl
[ "$OS" = darwin ] || [ -e /etc/ssl/certs/ca-certificates.crt ] || [ -d /etc/pki ] || need ca-certificates
need_header snappy.h libsnappy-dev
need_header lz4.h liblz4-dev
need_header zstd.h libzstd-dev
need_header bzlib.h libbz2-dev
need_header zlib.h zlib1g-dev

# RocksDB 7.x to 9.x from the distribution is used: build-rocksdb.sh gives the newer ones (Ubuntu 24.04 has 8.9, Debian 13
# 9.10) a header for what the Go binding calls in an older form, and builds the pinned version where there is none.
candidate_rocksdb() { apt-cache policy librocksdb-dev 2>/dev/null | sed -n 's/^ *Candidate: *//p'; }
if ! has_header rocksdb/c.h && command -v apt-cache >/dev/null; then
  case "$(candidate_rocksdb)" in
    [789].* | "" | "(none)") need librocksdb-dev ;;
  esac
fi

# An old Go is enough to fetch the pinned one (fetch-go.sh).
"$THIRD_PARTY/fetch-go.sh" --have-any || need golang-go
# npm fetches ONNX Runtime's tarball, unless something else on this machine can.
"$THIRD_PARTY/fetch-onnxruntime.sh" --have-source || need npm

if [ "${#packages[@]}" -eq 0 ]; then
  [ "${1:-}" != --check ] || say "system packages: all there"
  exit 0
fi
if [ "${1:-}" = --check ]; then
  say "system packages missing: ${packages[*]}"
  exit 1
fi

if ! command -v apt-get >/dev/null || [ -n "${ASTERISM_SKIP_PACKAGES:-}" ]; then
  die "these are missing here, and apt is not to be used: ${packages[*]} (Debian's names)" \
    "install them with this machine's package manager, for example:" \
    "  Fedora:  dnf install gcc-c++ make git curl golang npm snappy-devel lz4-devel libzstd-devel bzip2-devel zlib-devel" \
    "  Arch:    pacman -S gcc make git curl go npm snappy lz4 zstd bzip2 zlib" \
    "  macOS:   brew install go node snappy lz4 zstd" \
    "then run this again. Or bring your own and name them:" \
    "  ASTERISM_ORT_LIB=/path/libonnxruntime.so.1   a ready ONNX Runtime >= 1.24 (npm is not needed then)" \
    "  ASTERISM_ROCKSDB_SRC=/path/rocksdb-$ROCKSDB_VERSION.tar.gz   RocksDB's source, built by third_party/build-rocksdb.sh" \
    "  CPATH, LIBRARY_PATH                          where headers and libraries of your own prefix lie"
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null ||
    die "these packages are missing and neither root nor sudo is at hand: ${packages[*]}" \
      "as root: apt-get install -y --no-install-recommends ${packages[*]}"
  as_root=(sudo)
fi

say "installing ${packages[*]}"
export DEBIAN_FRONTEND=noninteractive
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@"; }
apt update
# Only after the lists are fresh is it known which RocksDB this distribution offers.
case "$(candidate_rocksdb)" in
  [789].*) ;;
  *)
    kept=()
    for package in "${packages[@]}"; do [ "$package" = librocksdb-dev ] || kept+=("$package"); done
    packages=("${kept[@]}")
    ;;
esac
apt install -y --no-install-recommends "${packages[@]}" >/dev/null
