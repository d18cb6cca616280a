#!/usr/bin/env bash
# Fills third_party/build/static (or cross-<arch>/static, see cross.sh) with links to the static archives of RocksDB, its
# compressors and the C++ library: a folder in which the linker finds nothing but archives, so bin/asterism runs on machines
# without those packages. libcompat.a among them is ours: what those archives want of a newer C library than glibc 2.34
# (compat/). What has no archive here stays out of the folder and is linked dynamically.
#
#   --need-all   stop when one has no archive: a release must not depend on what happens to lie on a machine
#   --dir        print the folder
set -euo pipefail
# shellcheck source=platform.sh
. "$(dirname "${BASH_SOURCE[0]}")/platform.sh"
[ "$OS" = linux ] || exit 0

into="$THIRD_PARTY/build"
[ -z "${ASTERISM_ARCH:-}" ] || into="$into/cross-$ARCH"
static="$into/static"
if [ "${1:-}" = --dir ]; then
  echo "$static"
  exit 0
fi
mkdir -p "$static"
for name in rocksdb snappy lz4 zstd bz2 z stdc++; do
  archive="$THIRD_PARTY/build/rocksdb/lib/lib$name.a"
  if [ -n "${ASTERISM_ARCH:-}" ]; then archive="$(find "$into/root/usr/lib" -name "lib$name.a" 2>/dev/null | head -n1)"; fi
  # The compiler prints the bare name back when it knows no such archive.
  [ -f "$archive" ] || archive="$(${CXX:-g++} -print-file-name="lib$name.a")"
  if [ -f "$archive" ]; then
    ln -sf "$(readlink -f "$archive")" "$static/lib$name.a"
  elif [ "${1:-}" = --need-all ]; then
    die "link $name statically: there is no lib$name.a here"
  fi
done

# Compiled anew each time, in a moment, and put there in one step: the linker sees a whole archive or none.
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
${CC:-gcc} -std=c11 -O2 -fPIC -Wall -Wextra -Werror -c "$THIRD_PARTY/compat/arc4random.c" -o "$scratch/arc4random.o"
${AR:-ar} rcsD "$scratch/libcompat.a" "$scratch/arc4random.o"
cmp -s "$scratch/libcompat.a" "$static/libcompat.a" || mv -f "$scratch/libcompat.a" "$static/libcompat.a"
