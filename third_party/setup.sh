#!/usr/bin/env bash
# Brings a bare machine to the point where the project builds and its tests run. Every step first asks
# whether its result is there already, so a second run does nothing over again and takes well under a second.
#
#   third_party/setup.sh           do what is missing
#   third_party/setup.sh --check   only say what is there and what is missing (exit 1 when something is)
set -euo pipefail
# shellcheck source=platform.sh
. "$(dirname "${BASH_SOURCE[0]}")/platform.sh"

steps=(install-packages fetch-go fetch-onnxruntime build-rocksdb build-cuda-loader)

if [ "${1:-}" = --check ]; then
  missing=0
  for step in "${steps[@]}"; do
    "$THIRD_PARTY/$step.sh" --check || missing=1
  done
  exit "$missing"
fi

for step in "${steps[@]}"; do
  "$THIRD_PARTY/$step.sh"
done
