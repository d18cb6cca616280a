#!/bin/sh
# Compiles every kernel to PTX with clang 19 and nothing of the CUDA toolkit: for sm_80 and later in PTX 7.1, or for what a line "// target: sm_90a ptx80"
# in the kernel's head names. The head of each program holds the hash of its sources (the headers *.cuh that it includes, those of these before them,
# then itself), which a test compares, so that a changed kernel cannot be committed without its PTX. With --check nothing is written and a difference is an error.
set -eu
cd "$(dirname "$0")"
clang=${CLANG:-clang-19}
command -v "$clang" >/dev/null || { echo "make ptx: $clang is not here; install Debian's clang-19, or name a clang 19 with CLANG=" >&2; exit 1; }
out=ptx
[ "${1:-}" = --check ] && out=$(mktemp -d) && trap 'rm -rf "$out"' EXIT
mkdir -p "$out"

# add puts a file behind what it includes into $sources, each once.
add() {
  # shellcheck disable=SC2013 # names of headers have no blanks
  for header in $(sed -n 's/^#include "\(.*\.cuh\)".*/\1/p' "$1"); do
    case " $sources " in *" $header "*) ;; *) add "$header" ;; esac
  done
  sources="$sources $1"
}

for source in *.cu; do
  [ "$source" = all.cu ] && continue
  name=${source%.cu}
  sources=
  add "$source"
  target=$(sed -n 's|^// target: ||p' "$source")
  arch=${target% *} ptx=${target#* }
  "$clang" -x cuda --cuda-device-only --cuda-gpu-arch="${arch:-sm_80}" --cuda-feature=+"${ptx:-ptx71}" -nocudainc -nocudalib -O3 -S -o "$out/$name.tmp" "$source"
  # "// clusters: NAME N" makes clusters of N blocks of the kernels whose names begin so, which clang 19 has no word for.
  clusters=$(sed -n 's|^// clusters: ||p' "$source")
  if [ -n "$clusters" ]; then
    awk -v name="${clusters% *}" -v blocks="${clusters#* }" '
      /^\.visible \.entry / { in_it = index($0, ".entry " name) > 0 }
      { print }
      in_it && /^\.maxntid/ { print ".explicitcluster"; print ".reqnctapercluster " blocks ", 1, 1" }
    ' "$out/$name.tmp" >"$out/$name.clusters"
    mv "$out/$name.clusters" "$out/$name.tmp"
  fi
  {
    # shellcheck disable=SC2086 # the names are words
    echo "// From $source by make ptx. sha256 of $(echo $sources | sed 's/ / and /g'): $(cat $sources | sha256sum | cut -d' ' -f1)"
    sed 's/[[:space:]]*\/\/.*//; /^[[:space:]]*$/d' "$out/$name.tmp"
  } >"$out/$name.ptx"
  rm "$out/$name.tmp"
  [ "$out" = ptx ] || cmp "$out/$name.ptx" "ptx/$name.ptx"
done
