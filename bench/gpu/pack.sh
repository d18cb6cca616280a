#!/usr/bin/env bash
# Packs bench/gpu for a bare machine with an NVIDIA driver. Called by the Makefile, which sets up the linker's flags, COMMIT, GO_FLAGS, LINKER and ASTERISM_ORT_LIB.
#   pack.sh program FILE   builds the program alone, for this checkout
#   pack.sh packs FOLDER   makes two folders in it, each whole in itself: kernels, for the phases that need neither real texts nor the processor's models, and search, for all
# In search lie also ONNX Runtime, with which the engine compares the GPU, the compact profile's models, and the real texts that memories are mixed of.
set -euo pipefail
what=${1:?"say program or packs"} to=${2:?"name the file or folder"}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
linker=${LINKER:-gcc}
most_bytes=$((60 << 20)) # of a pack: what can be carried to a machine that is lent, with some room
newest_glibc=2.35        # Ubuntu 22.04's

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
die() { echo "pack: $*" >&2; exit 1; }

# The C++ library is linked in: a machine's own may be older than this one's. What it wants of a newer C library comes from libcompat.a, which link-static.sh makes.
static="$root/third_party/build/static"
[ -f "$static/libcompat.a" ] || die "$static/libcompat.a is missing: third_party/link-static.sh makes it"

# build FILE links the program without what only a debugger reads.
build() {
  # shellcheck disable=SC2086 # GO_FLAGS are words
  (cd "$root" && go build ${GO_FLAGS:-} -ldflags "-s -w -X main.commit=${COMMIT:-unknown} '-extld=$linker -L$static' \
    '-extldflags=-Wl,--as-needed -lbz2 -lcompat'" -o "$1" ./bench/gpu)
}

# check_needs FILE fails where the program asks for a library that a machine may lack, or for a newer C library.
check_needs() {
  local name newest
  for name in $(readelf -d "$1" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p'); do
    case "$name" in
      libc.so.6 | libm.so.6 | libgcc_s.so.1 | libdl.so.2 | libpthread.so.0 | librt.so.1 | libresolv.so.2 | ld-linux-*) ;;
      *) die "the program needs $name, which a bare machine lacks" ;;
    esac
  done
  newest=$(readelf -V "$1" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n1)
  [ "$(printf '%s\n' "GLIBC_$newest_glibc" "$newest" | sort -V | tail -n1)" = "GLIBC_$newest_glibc" ] ||
    die "the program needs $newest, and Ubuntu 22.04 has GLIBC_$newest_glibc"
}

# finish FOLDER WHAT writes the script and the README, and holds the size.
finish() {
  local size
  cp "$root/bench/gpu/run.sh" "$1/run.sh"
  sed -e "s|@WHAT@|$2|" -e "s|@COMMIT@|${COMMIT:-unknown}|" "$root/bench/gpu/carried/README.txt" >"$1/README"
  size=$(find "$1" -type f -printf '%s\n' | awk '{n += $1} END {print n + 0}')
  [ "$size" -lt "$most_bytes" ] || die "$1 has $size bytes, at most $most_bytes can be carried"
  awk -v n="$size" -v f="$1" 'BEGIN { printf "packed %s: %.1f MiB in all; nothing else need travel with it\n", f, n / 1048576 }'
}

case "$what" in
  program)
    mkdir -p "$(dirname "$to")"
    build "$(realpath -m "$to")"
    ;;
  packs)
    command -v xz >/dev/null || die "xz is missing: apt-get install xz-utils"
    build "$scratch/gpu"
    check_needs "$scratch/gpu"
    rm -rf "$to"
    mkdir -p "$to/kernels" "$to/search" "$scratch/runtime"
    gzip -9 -n -c "$scratch/gpu" >"$to/kernels/gpu.gz"
    cp "$to/kernels/gpu.gz" "$to/search/gpu.gz"
    cp "$ASTERISM_ORT_LIB" "$scratch/runtime/libonnxruntime.so.1"
    "$scratch/gpu" pack "$scratch/runtime" "$to/search/runtime"
    "$scratch/gpu" pack "$root/models/compact" "$to/search/models"
    "$scratch/gpu" texts "$to/search/texts.xz"
    finish "$to/kernels" "kernels and full models: every phase but search, search10m and inject, which the pack search has"
    finish "$to/search" "search and engine: every phase"
    ;;
  *) die "cannot make \"$what\": program and packs are known" ;;
esac
