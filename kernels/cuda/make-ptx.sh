#!/bin/sh
# Compiles every kernel to PTX for sm_80 and later, with clang 19 and nothing of the CUDA toolkit. The head of each file holds the hash of its
# sources, which a test compares, so that a changed kernel cannot be committed without its PTX. With --check nothing is written and a difference is an error.
set -eu
cd "$(dirname "$0")"
clang=${CLANG:-clang-19}
command -v "$clang" >/dev/null || { echo "make ptx: $clang is not here; install Debian's clang-19, or name a clang 19 with CLANG=" >&2; exit 1; }
out=ptx
[ "${1:-}" = --check ] && out=$(mktemp -d) && trap 'rm -rf "$out"' EXIT
mkdir -p "$out"
for source in *.cu; do
  [ "$source" = all.cu ] && continue
  name=${source%.cu}
  {
    echo "// From $source by make ptx. sha256 of prelude.cuh and $source: $(cat prelude.cuh "$source" | sha256sum | cut -d' ' -f1)"
    "$clang" -x cuda --cuda-device-only --cuda-gpu-arch=sm_80 --cuda-feature=+ptx71 -nocudainc -nocudalib -O3 -S -o - "$source" | sed 's/[[:space:]]*\/\/.*//; /^[[:space:]]*$/d'
  } >"$out/$name.ptx"
  [ "$out" = ptx ] || cmp "$out/$name.ptx" "ptx/$name.ptx"
done
