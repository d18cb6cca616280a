#!/usr/bin/env bash
# Compiles cuda/loader.c into third_party/build/cuda-<hash>/libcuda.a, where gorgonia.org/cu finds it as
# -lcuda. Linux only: there is no CUDA driver elsewhere. The folder's name carries the hash of the sources,
# because Go's build cache sees the flags that name the folder and not the library in it: a new hash is
# the only thing that makes it link again.
#
#   --check   say what is there, change nothing
#   --dir     print the folder, whether or not it is built
set -euo pipefail
# shellcheck source=platform.sh
. "$(dirname "${BASH_SOURCE[0]}")/platform.sh"
[ "$OS" = linux ] || exit 0

sources="$THIRD_PARTY/cuda"
hash="$(cat "$sources"/*.h "$sources"/*.def "$sources"/*.c | sha256sum | cut -c1-12)"
into="$THIRD_PARTY/build"
[ -z "${ASTERISM_ARCH:-}" ] || into="$into/cross-$ARCH"
dir="$into/cuda-$hash"

case "${1:-}" in
  --dir)
    echo "$dir"
    exit 0
    ;;
  --check)
    if [ -f "$dir/libcuda.a" ]; then
      say "CUDA loader (finds the driver at run time)"
      exit 0
    fi
    say "CUDA loader not built"
    exit 1
    ;;
esac
if [ -f "$dir/libcuda.a" ]; then exit 0; fi

find "$into" -maxdepth 1 -name 'cuda-*' -exec rm -rf {} + 2>/dev/null || true

say "building the CUDA loader"
mkdir -p "$dir"
${CC:-gcc} -std=c11 -O2 -g -fPIC -fvisibility=hidden -Wall -Wextra -Werror \
  -I"$sources" -c "$sources/loader.c" -o "$dir/loader.o"
# A visible symbol here could be bound by a library loaded later in place of the true driver's.
visible="$(readelf -sW "$dir/loader.o" | awk '$4 == "FUNC" && $5 == "GLOBAL" && $6 != "HIDDEN" { print $8 }')"
[ -z "$visible" ] || die "build the CUDA loader: these symbols are not hidden: $visible"
${AR:-ar} rcs "$dir/libcuda.a.new" "$dir/loader.o"
mv "$dir/libcuda.a.new" "$dir/libcuda.a"
