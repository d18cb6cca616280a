#!/usr/bin/env bash
# Packs bench/gpu into a folder that runs on a bare machine with an NVIDIA driver: pack.sh FOLDER. Called by the Makefile, which sets up the linker's
# flags, COMMIT, GO_FLAGS, LINKER and ASTERISM_ORT_LIB. Beside the program lie the C++ runtime, found by $ORIGIN, ONNX Runtime in half its size, with which
# the engine compares the GPU, and the real texts that memories are mixed of.
set -euo pipefail
folder=${1:?"name the folder"}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
most_mib=60 # what can be carried to a machine that is lent

rm -rf "$folder"
mkdir -p "$folder/lib"
# shellcheck disable=SC2016,SC2086 # $ORIGIN is the loader's; GO_FLAGS are words
go build ${GO_FLAGS:-} -ldflags "-s -w -X main.commit=${COMMIT:-unknown} '-extld=${LINKER:-gcc} -L$root/third_party/build/static' \
  '-extldflags=-Wl,--as-needed -Wl,-rpath,\$ORIGIN/lib -lbz2 -lcompat'" -o "$folder/gpu" "$root/bench/gpu"

for name in libstdc++.so.6 libgcc_s.so.1; do
  cp "$(readlink -f "$("${LINKER%% *}" -print-file-name="$name")")" "$folder/lib/$name"
done
gzip -9 -n -c "$ASTERISM_ORT_LIB" >"$folder/libonnxruntime.so.1.gz"
"$folder/gpu" texts "$folder/texts.gz"

# Nothing but the C library may be asked of the machine, in no newer form than Debian 12 has.
needed=$(readelf -d "$folder/gpu" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p')
for name in $needed; do
  case "$name" in
    libc.so.6 | libm.so.6 | libdl.so.2 | libpthread.so.0 | librt.so.1 | libresolv.so.2 | ld-linux-*) ;;
    *) [ -f "$folder/lib/$name" ] || { echo "pack: the program needs $name, which is not in the folder" >&2; exit 1; } ;;
  esac
done

cat >"$folder/run.sh" <<'RUN'
#!/bin/sh
# Checks the GPU, or with "bench" measures it. Further arguments are the program's: ./run.sh check -only kernel.gemm
here=$(cd "$(dirname "$0")" && pwd)
mode=${1:-check}
[ $# -eq 0 ] || shift
exec "$here/gpu" "$mode" -machine cuda:0 -out "${OUT:-$here/results}" "$@"
RUN
chmod +x "$folder/run.sh"
cat >"$folder/README" <<'README'
./run.sh         runs every CUDA kernel and model against float64 on GPU 0 (driver for CUDA 11.1 or later, compute capability 8.0 or later); exit code 0 if all pass
./run.sh bench   measures the GPU; both write JSON to $OUT (default: results here) in a folder of the GPU's name, after every part
./run.sh check -only kernel.,model.E1   chooses parts (./gpu list check names them); -seed N repeats inputs; -work DIR keeps 12 GB of drawn models for the next run
A part that hangs or crashes ends alone; failures are listed at the end. compute-sanitizer, when it is on the path, runs the small shapes too.
The searches embed real texts with the compact profile's models: copy the checkout's folder models/compact to models/compact here, or name it with ASTERISM_MODELS. The parts peers.*
want python3 with PyTorch, and sentence-transformers if it is there (ASTERISM_PYTHON names another Python); what is missing is told and left out.
To keep a result: copy the JSON files to bench/results/GPU/ of the checkout and commit them.
README

size=$(du -sm "$folder" | cut -f1)
[ "$size" -lt "$most_mib" ] || { echo "pack: $folder has $size MiB, at most $most_mib can be carried" >&2; exit 1; }
echo "packed $folder ($size MiB): carry it to a machine with an NVIDIA driver and call run.sh"
