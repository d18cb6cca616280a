#!/usr/bin/env bash
# Builds the pinned RocksDB into third_party/build/rocksdb, only where the machine has none of 7.8 to 9.10 of its own (macOS
# has a newer one). About 15 minutes on two cores, once. Where it has 8.0 to 9.10 (Ubuntu 24.04: 8.9, Debian 13: 9.10) a header is put
# in front of RocksDB's instead, for what the Go binding calls and those versions no longer have: rocksdb/c.h beside this file.
#
#   ASTERISM_ROCKSDB_SRC=PATH   RocksDB's source, a folder or a .tar.gz; otherwise it is cloned with git
#   --check                     say what is there, change nothing
set -euo pipefail
# shellcheck source=platform.sh
. "$(dirname "${BASH_SOURCE[0]}")/platform.sh"

prefix="$THIRD_PARTY/build/rocksdb"

# header_version prints the major.minor.patch of the RocksDB the compiler sees.
header_version() {
  printf '#include <rocksdb/version.h>\nROCKSDB_MAJOR.ROCKSDB_MINOR.ROCKSDB_PATCH\n' |
    ${CXX:-g++} -x c++ -I"$prefix/include" -E -P - 2>/dev/null | tail -n1 | tr -d ' '
}
usable() { case "$(header_version)" in 7.[89].* | 7.10.* | 8.*.* | 9.[0-9].* | 9.10.*) true ;; *) false ;; esac }

# in_front puts our rocksdb/c.h where the Makefile has compilers look first, if this RocksDB needs it, and takes it away if not.
in_front() {
  local dir="$THIRD_PARTY/build/rocksdb-compat/rocksdb"
  case "$(header_version)" in
    7.*) rm -rf "$THIRD_PARTY/build/rocksdb-compat" ;;
    *)
      mkdir -p "$dir"
      cmp -s "$THIRD_PARTY/rocksdb/c.h" "$dir/c.h" || cp "$THIRD_PARTY/rocksdb/c.h" "$dir/c.h"
      ;;
  esac
}

if usable; then
  [ "${1:-}" = --check ] || in_front
  [ "${1:-}" != --check ] || say "RocksDB $(header_version)"
  exit 0
fi
if [ "${1:-}" = --check ]; then
  say "RocksDB 7.8 to 9.10 missing (the compiler sees: $(header_version || true))"
  exit 1
fi

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
source_dir="$scratch/rocksdb"
if [ -d "${ASTERISM_ROCKSDB_SRC:-}" ]; then
  cp -r "$ASTERISM_ROCKSDB_SRC" "$source_dir"
elif [ -f "${ASTERISM_ROCKSDB_SRC:-}" ]; then
  mkdir "$source_dir"
  tar -xzf "$ASTERISM_ROCKSDB_SRC" -C "$source_dir" --strip-components=1
else
  say "cloning RocksDB $ROCKSDB_VERSION"
  git clone --quiet --depth 1 --branch "v$ROCKSDB_VERSION" "$ROCKSDB_GIT" "$source_dir" 2>/dev/null ||
    die "clone RocksDB $ROCKSDB_VERSION from $ROCKSDB_GIT: not reachable from here" \
      "bring the source and name it: ASTERISM_ROCKSDB_SRC=/path/rocksdb-$ROCKSDB_VERSION.tar.gz (or the unpacked folder)"
  got="$(git -C "$source_dir" rev-parse HEAD)"
  [ "$got" = "$ROCKSDB_COMMIT" ] || die "check RocksDB's source: commit $got, the pin says $ROCKSDB_COMMIT"
fi
grep -q "ROCKSDB_MAJOR 7" "$source_dir/include/rocksdb/version.h" ||
  die "check RocksDB's source: version 7 is needed, see $source_dir/include/rocksdb/version.h"

jobs="$(getconf _NPROCESSORS_ONLN)"
say "building RocksDB $ROCKSDB_VERSION with $jobs jobs (about $((30 / jobs + 1)) minutes)"
# PORTABLE: the library must run on other machines than this one. cstdint: newer compilers no longer
# include it by the way, and this version relies on that. What is disabled would be linked if it happened to
# lie on this machine, and the Go binding would not name it to the linker.
export ROCKSDB_DISABLE_BZIP=1 ROCKSDB_DISABLE_GFLAGS=1 ROCKSDB_DISABLE_TBB=1 ROCKSDB_DISABLE_NUMA=1 \
  ROCKSDB_DISABLE_JEMALLOC=1 ROCKSDB_DISABLE_TCMALLOC=1 ROCKSDB_DISABLE_MEMKIND=1 ROCKSDB_USE_IO_URING=0
PORTABLE=1 DISABLE_WARNING_AS_ERROR=1 DEBUG_LEVEL=0 EXTRA_CXXFLAGS="-include cstdint -fPIC" EXTRA_CFLAGS=-fPIC \
  make -C "$source_dir" -j"$jobs" static_lib >"$scratch/log" 2>&1 || {
  tail -n 20 "$scratch/log" >&2
  die "build RocksDB: the compiler's last words are above"
}
# The headers are what a later run takes for a RocksDB that is there, so they come last and in one step: whatever breaks
# this off, the next run builds again.
mkdir -p "$prefix/lib"
rm -rf "$prefix/include" "$prefix/include.new"
cp "$source_dir/librocksdb.a" "$prefix/lib/librocksdb.a.new"
mv -f "$prefix/lib/librocksdb.a.new" "$prefix/lib/librocksdb.a"
cp -r "$source_dir/include" "$prefix/include.new"
mv "$prefix/include.new" "$prefix/include"
usable || die "use the built RocksDB: the compiler still sees version $(header_version)"
in_front
