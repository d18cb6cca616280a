#!/usr/bin/env bash
# Fetches Debian packages of any architecture and unpacks them into a folder; nothing is installed, the machine's apt stays
# as it is, and no rights are needed. What came, with its versions, is written beside the folder.
#
#   third_party/unpack-packages.sh ARCH FOLDER PACKAGE...     leaves FOLDER and FOLDER.tsv (package, version)
set -euo pipefail
[ $# -ge 3 ] || {
  echo "usage: unpack-packages.sh ARCH FOLDER PACKAGE..." >&2
  exit 2
}
arch="$1" folder="$2"
shift 2
fail() {
  printf 'unpack packages for %s: %s\n' "$arch" "$*" >&2
  exit 1
}
if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then fail "they come through apt, which is not here"; fi

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/lists/partial" "$scratch/cache/archives/partial" "$scratch/root"
apt_here() {
  apt-get -qq -o APT::Architecture="$arch" -o APT::Architectures::="$arch" -o Dir::State::Lists="$scratch/lists" \
    -o Dir::Cache="$scratch/cache" -o APT::Sandbox::User="$(id -un)" "$@"
}
apt_here update 2>"$scratch/log" || fail "reading the lists of packages: $(tail -n 3 "$scratch/log")"
(cd "$scratch" && apt_here download "$@") || fail "fetching $* (the names are Debian 12's)"
for package in "$scratch"/*.deb; do
  dpkg-deb -x "$package" "$scratch/root"
  dpkg-deb -W --showformat='${Package}\t${Version}\n' "$package"
done >"$scratch/packages.tsv"
chmod 755 "$scratch/root"
mkdir -p "$(dirname "$folder")"
rm -rf "$folder"
sort "$scratch/packages.tsv" >"$folder.tsv"
mv "$scratch/root" "$folder"
