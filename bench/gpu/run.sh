#!/bin/sh
# Runs phases of the plan on a machine with an NVIDIA driver, each within its own time: ./run.sh limits kernels model
# Flags behind -- are the program's: ./run.sh model -- -only model.E7. Alone, it lists the phases.
#   OUT      where the results go, a file a phase (default: results beside this script)
#   WORK     drawn models, what the driver compiles, and what is unpacked (default: asterism-gpu below TMPDIR; 12 GB for all models)
#   MACHINE  cuda:N (default cuda:0); emulation runs small shapes on the processor, in a checkout
set -u
here=$(cd "$(dirname "$0")" && pwd)
OUT=${OUT:-$here/results}
WORK=${WORK:-${TMPDIR:-/tmp}/asterism-gpu}
export ASTERISM_GPU_PACK="$here"
# The driver keeps what it compiled: a phase is not to compile again what the one before did.
export CUDA_CACHE_PATH="${CUDA_CACHE_PATH:-$WORK/cuda-cache}" CUDA_CACHE_MAXSIZE="${CUDA_CACHE_MAXSIZE:-2147483648}"
mkdir -p "$OUT" "$WORK" "$CUDA_CACHE_PATH" || exit 2

gpu="$WORK/gpu-$(cksum <"$here/gpu.gz" | tr ' ' -)"
if [ ! -x "$gpu" ]; then
  gzip -d -c "$here/gpu.gz" >"$gpu.$$" && chmod +x "$gpu.$$" && mv -f "$gpu.$$" "$gpu" || { echo "run.sh: the program could not be unpacked into $WORK" >&2; exit 2; }
fi
limits=$("$gpu" list phases) || exit 2
if [ $# -eq 0 ]; then
  echo "phases, and the seconds that each may take:"
  echo "$limits"
  exit 2
fi

phases="" count=0
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  # shellcheck disable=SC2046 # the names in one line
  echo "$limits" | grep -q "^$1 " || { echo "run.sh: there is no phase \"$1\":" $(echo "$limits" | cut -d' ' -f1) >&2; exit 2; }
  phases="$phases $1" count=$((count + 1))
  shift
done
[ $# -eq 0 ] || shift
[ "$count" -le 8 ] || { echo "run.sh: $count phases, at most 8 at a time: each leaves a file in $OUT" >&2; exit 2; }

failed=""
for phase in $phases; do
  seconds=$(echo "$limits" | sed -n "s/^$phase //p")
  echo "== $phase: at most $seconds s"
  timeout --kill-after=30 "$seconds" "$gpu" phase "$phase" -machine "${MACHINE:-cuda:0}" -out "$OUT" -work "$WORK" "$@" 2>&1
  status=$?
  case $status in
    0) echo "== $phase: done" ;;
    124 | 137) echo "== $phase: its $seconds s are over; what was done is in $OUT" ;;
    *) echo "== $phase: failed with $status" ;;
  esac
  [ $status -eq 0 ] || failed="$failed $phase"
done
[ -z "$failed" ] || { echo "== failed:$failed"; exit 1; }
