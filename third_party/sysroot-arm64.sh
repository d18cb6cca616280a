#!/usr/bin/env bash
# Puts what the program links on a 64-bit Arm (RocksDB, its compressors, the C++ library) into third_party/build/sysroot-arm64,
# from Debian's packages, for `make test-machines`. The packages are unpacked, not installed: librocksdb-dev of two processors
# cannot stand side by side (libgflags is not made for it), and installing Arm's would remove the machine's own. So no right
# of root is needed, and nothing of the machine changes.
#
#   --check   say what is there, change nothing
#   --dir     print the folder, whether or not it is there
set -euo pipefail
# shellcheck source=platform.sh
. "$(dirname "${BASH_SOURCE[0]}")/platform.sh"

packages="librocksdb-dev libsnappy-dev liblz4-dev libzstd-dev libbz2-dev zlib1g-dev libstdc++6 libgcc-s1 libc6"
made="$packages less libc6-dev" # changes when a folder that was made before is not what it should be
dir="$THIRD_PARTY/build/sysroot-arm64"
stamp="$dir/.packages"
ready() { [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$made" ]; }

case "${1:-}" in
  --dir)
    echo "$dir"
    exit 0
    ;;
  --check)
    if ready; then
      say "arm64 libraries ($dir)"
      exit 0
    fi
    say "arm64 libraries missing"
    exit 1
    ;;
esac
if ready; then exit 0; fi
command -v apt-get >/dev/null || die "fetch arm64 libraries: there is no apt-get" \
  "this machine cannot run the arm64 part of make test-machines; leave it out: MACHINES='plain avx avx2'"

say "fetching arm64 libraries from Debian"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/state/lists/partial" "$scratch/cache/archives/partial"
: >"$scratch/state/status"
# A package manager of its own: it knows the machine's sources and none of its packages.
apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State="$scratch/state" -o Dir::State::status="$scratch/state/status"
  -o Dir::Cache="$scratch/cache" -o APT::Sandbox::User="$(id -un)" -o Dir::Log="$scratch" -o Acquire::Languages=none)
"${apt[@]}" update || die "fetch arm64 libraries: apt-get update failed" "the lines above say why; it needs the machine's Debian mirror"
# shellcheck disable=SC2086  # a list of names
"${apt[@]}" install --download-only -y --no-install-recommends $packages ||
  die "fetch arm64 libraries: apt-get has no such packages for arm64" "the sources of this machine must offer arm64, as Debian's do"

rm -rf "$dir" "$dir.new"
mkdir -p "$dir.new/include"
# The C library's own files for linking name /usr/lib/aarch64-linux-gnu, where nothing is: the cross compiler brings them.
rm -f "$scratch"/cache/archives/libc6-dev_*
for package in "$scratch"/cache/archives/*.deb; do dpkg-deb --fsys-tarfile "$package" | tar -x -C "$dir.new" --exclude './usr/share/*' --exclude './etc/*'; done
ln -s ../usr/include/rocksdb "$dir.new/include/rocksdb" # alone in its folder: the C library's headers are the compiler's own
# ONNX Runtime reads what processor this is, and an emulator of programs hands the host's file through. It takes files from here first.
mkdir "$dir.new/proc"
printf 'processor\t: %d\nFeatures\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1\n\n' 0 1 >"$dir.new/proc/cpuinfo"
printf '%s\n' "$made" >"$dir.new/.packages"
mv "$dir.new" "$dir"
