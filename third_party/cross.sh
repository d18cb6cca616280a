#!/usr/bin/env bash
# Brings what a build for another processor needs into third_party/build/cross-<arch>: RocksDB and its compressors out of
# that architecture's Debian packages, the CUDA loader compiled for it, and into third_party/lib/linux-<arch> its ONNX
# Runtime. The packages are unpacked there and not installed: librocksdb-dev of one architecture cannot lie beside
# another's on a Debian 12, so installing arm64's would take away the one that this machine builds with.
#
#   third_party/cross.sh arm64           do what is missing (needs g++-aarch64-linux-gnu; installs it through apt)
#   third_party/cross.sh arm64 --check   only say what is missing (exit 1 when something is)
#   third_party/cross.sh arm64 --env     print the environment of such a build, to be eval-ed
set -euo pipefail

case "${1:-}" in
  arm64) tuple=aarch64-linux-gnu ;;
  amd64) tuple=x86_64-linux-gnu ;;
  *)
    echo "usage: cross.sh arm64|amd64 [--check|--env]; got: ${1:-nothing}" >&2
    exit 2
    ;;
esac
export ASTERISM_ARCH="$1" CC="$tuple-gcc" CXX="$tuple-g++" AR="$tuple-ar"
# shellcheck source=platform.sh
. "$(dirname "${BASH_SOURCE[0]}")/platform.sh"
[ "$OS" = linux ] || die "build for $ARCH: only Linux's packages are known here, this is $OS"

cross="$THIRD_PARTY/build/cross-$ARCH"
root="$cross/root"
lib="$root/usr/lib/$tuple"
packages=(librocksdb-dev librocksdb7.8 libsnappy-dev libsnappy1v5 liblz4-dev liblz4-1 libzstd-dev libzstd1 libbz2-dev libbz2-1.0
  zlib1g-dev zlib1g libgflags2.2)
lacks_compiler() { ! command -v "$CXX" >/dev/null; }
lacks_packages() { [ ! -f "$lib/librocksdb.a" ] || [ ! -f "$root.tsv" ]; }

case "${2:-}" in
  --env)
    cat <<END
export GOOS=linux GOARCH=$ARCH CGO_ENABLED=1 CC=$CC CXX=$CXX AR=$AR ASTERISM_ARCH=$ARCH
export CGO_CFLAGS="-O2 -g -I$root/usr/include -I$THIRD_PARTY/cuda"
export CGO_LDFLAGS="-L$lib -Wl,-rpath-link=$lib -L$("$THIRD_PARTY/build-cuda-loader.sh" --dir)"
export ASTERISM_ORT_LIB=$LIB_DIR/$ORT_LIB_NAME
END
    exit 0
    ;;
  --check)
    missing=0
    if lacks_compiler; then say "compiler for $ARCH missing: apt-get install g++-${tuple/_/-}" && missing=1; fi
    if lacks_packages; then say "RocksDB for $ARCH missing" && missing=1; fi
    "$THIRD_PARTY/build-cuda-loader.sh" --check || missing=1
    "$THIRD_PARTY/fetch-onnxruntime.sh" --check || missing=1
    [ "$missing" -eq 0 ] || say "make it all with: third_party/cross.sh $ARCH"
    exit "$missing"
    ;;
  "") ;;
  *) die "cross.sh does not know $2: --check and --env are what it takes" ;;
esac

if lacks_compiler; then
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "the compiler for $ARCH is missing, and neither root nor sudo is at hand" \
      "as root: apt-get install -y --no-install-recommends g++-${tuple/_/-}"
    as_root=(sudo)
  fi
  command -v apt-get >/dev/null || die "the compiler for $ARCH ($CXX) is missing, and there is no apt to install it with"
  say "installing g++-${tuple/_/-}"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends "g++-${tuple/_/-}" >/dev/null
fi

if lacks_packages; then
  say "fetching RocksDB for $ARCH"
  "$THIRD_PARTY/unpack-packages.sh" "$ARCH" "$root" "${packages[@]}"
fi
"$THIRD_PARTY/build-cuda-loader.sh"
"$THIRD_PARTY/fetch-onnxruntime.sh"
