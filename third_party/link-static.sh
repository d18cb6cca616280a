#!/usr/bin/env bash
# Fills third_party/build/static with links to the static archives of RocksDB and its compressors: a folder
# in which the linker finds nothing but archives, so bin/asterism runs on machines without those packages.
# What has no archive here stays out of the folder and is linked dynamically.
set -euo pipefail
# shellcheck source=platform.sh
. "$(dirname "${BASH_SOURCE[0]}")/platform.sh"
[ "$OS" = linux ] || exit 0

static="$THIRD_PARTY/build/static"
mkdir -p "$static"
for name in rocksdb snappy lz4 zstd bz2 z; do
  archive="$THIRD_PARTY/build/rocksdb/lib/lib$name.a"
  # The compiler prints the bare name back when it knows no such archive.
  [ -f "$archive" ] || archive="$(${CXX:-g++} -print-file-name="lib$name.a")"
  if [ -f "$archive" ]; then ln -sf "$(readlink -f "$archive")" "$static/lib$name.a"; fi
done
