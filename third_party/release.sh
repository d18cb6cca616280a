#!/usr/bin/env bash
# Builds what make release packs, for each processor of ARCHS, and has third_party/release pack it. Called by the Makefile,
# which sets up VERSION, COMMIT, TAGS and the native build's flags. Meant for Debian 12: its C library is old enough for
# a program that runs with glibc 2.34, and its packages say which versions are linked in.
#
#   ARCHS="amd64 arm64"   what to build for; one that is not this machine's takes the cross compiler (cross.sh)
#   DIST=dist             where the release comes to lie
set -euo pipefail
# shellcheck source=platform.sh
. "$(dirname "${BASH_SOURCE[0]}")/platform.sh"
root="$THIRD_PARTY/.."
work="$THIRD_PARTY/build/release"
dist="$(realpath -m "${DIST:-$root/dist}")"
native="$ARCH"

[ "$OS" = linux ] && command -v dpkg-query >/dev/null || die "make a release: it is built on Debian 12 (dpkg-query is not here)" \
  "in a container or a chroot: make check-distributions makes such ones"
# Everything is dated with the commit, so that the same commit gives the same bytes.
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || true)}"
[ -n "$SOURCE_DATE_EPOCH" ] || die "date the release: there is no commit here; say SOURCE_DATE_EPOCH=<seconds since 1970>"
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C

missing=()
for arch in $ARCHS; do
  case "$arch" in amd64 | arm64) ;; *) die "make a release for $arch: amd64 and arm64 are known (ARCHS=\"$ARCHS\")" ;; esac
  [ "$arch" = "$native" ] || "$THIRD_PARTY/cross.sh" "$arch" || missing+=("$arch")
done
[ "${#missing[@]}" -eq 0 ] || die "make a release for ${missing[*]}: what is missing is named above" "without it: make release ARCHS=$native"

# deb PACKAGE VERSION ARCH LICENCE prints a line of that table; a package URL has no colon or plus in it.
deb() {
  local escaped="${2//:/%3A}"
  printf '%s\t%s\tpkg:deb/debian/%s@%s?arch=%s\t-\t%s\n' "$1" "$2" "${1//+/%2B}" "${escaped//+/%2B}" "$3" "$4"
}

# linked ARCH writes the table of what is linked into the program or loaded by it: name, version, package URL, sha256, licence.
linked() {
  local arch="$1" package version copyright tsv="" docs=/usr/share/doc pin="ORT_SHA256_linux_$1"
  if [ "$arch" != "$native" ]; then docs="$THIRD_PARTY/build/cross-$arch/root/usr/share/doc" tsv="$THIRD_PARTY/build/cross-$arch/root.tsv"; fi
  for package in librocksdb-dev libsnappy-dev liblz4-dev libzstd-dev libbz2-dev zlib1g-dev; do
    version="$(if [ -n "$tsv" ]; then awk -F'\t' -v p="$package" '$1 == p { print $2 }' "$tsv"; else dpkg-query -W -f '${Version}' "$package:$arch"; fi)"
    copyright="$docs/$package/copyright"
    [ -f "$copyright" ] || copyright="$(find "$docs/" -path "*/${package%-dev}*/copyright" | head -n1)"
    deb "$package" "$version" "$arch" "$copyright"
  done
  package="$(dpkg -S "$(readlink -f "$("${CXX:-g++}" -print-file-name=libstdc++.a)")" | cut -d: -f1)"
  version="$(dpkg-query -W -f '${Version}' "$package" | head -n1)"
  deb "$package" "$version" "$arch" "/usr/share/doc/$package/copyright"
  printf 'ONNX Runtime\t%s\tpkg:npm/%s@%s\t%s\t%s\n' "$ORT_VERSION" "$ORT_PACKAGE" "$ORT_VERSION" "${!pin}" "$THIRD_PARTY/release/licenses/onnxruntime.txt"
}

# base ARCH fills the folder with what a container needs of a system: the C and C++ library, and whom to trust over TLS.
base() {
  local arch="$1" folder="$work/linux-$1/base" from="$work/base-$1"
  [ -f "$from.tsv" ] || "$THIRD_PARTY/unpack-packages.sh" "$arch" "$from" libc6 libgcc-s1 libstdc++6 ca-certificates
  rm -rf "$folder"
  mkdir -p "$folder/etc/ssl/certs" "$folder/usr/lib" "$folder/usr/share/doc"
  cp -a "$from/lib" "$folder/"
  if [ -d "$from/lib64" ]; then cp -a "$from/lib64" "$folder/"; fi
  (cd "$from/usr/lib" && find . -name '*.so*' -not -path '*/gconv/*' -not -path '*/audit/*' -print0 | xargs -0 cp -a --parents -t "$folder/usr/lib")
  (cd "$from/usr/share/doc" && find . -name copyright -print0 | xargs -0 cp -aL --parents -t "$folder/usr/share/doc")
  find "$from/usr/share/ca-certificates" -name '*.crt' -print0 | sort -z | xargs -0 cat >"$folder/etc/ssl/certs/ca-certificates.crt"
}

build() { # ARCH, with the flags of its build in the environment
  local into="$work/linux-$1"
  mkdir -p "$into"
  "$THIRD_PARTY/link-static.sh" --need-all
  say "building for $1"
  # -s -w: without what only a debugger reads, which also holds this machine's folders.
  (cd "$root" && go build -tags="${TAGS:-cuda}" -trimpath -o "$into/asterism" \
    -ldflags "-s -w -buildid= -X main.version=$VERSION -X main.commit=$COMMIT '-extld=${CC:-gcc} -L$("$THIRD_PARTY/link-static.sh" --dir)' \
      '-extldflags=-Wl,--as-needed -Wl,--build-id=none -lbz2 -lcompat'" ./cmd/asterism)
  cp "$LIB_DIR/libonnxruntime.so.1" "$into/libonnxruntime.so.1"
  linked "$1" >"$into/linked.tsv"
  base "$1"
}

run="$work/linux-$native/asterism"
targets=()
for arch in $ARCHS; do
  targets+=(-target "$arch=$work/linux-$arch")
  if [ "$arch" = "$native" ]; then
    build "$arch"
    continue
  fi
  (
    eval "$("$THIRD_PARTY/cross.sh" "$arch" --env)"
    LIB_DIR="$THIRD_PARTY/lib/linux-$arch" build "$arch"
  )
done
case " $ARCHS " in *" $native "*) ;; *) run="$root/bin/asterism" ;; esac

rm -rf "$work/man" "$work/completions"
mkdir -p "$work/completions"
env -u ASTERISM_HOME "$run" man "$work/man"
for shell in bash zsh fish; do "$run" completion "$shell" >"$work/completions/asterism.$shell"; done

# The tool is this machine's, whatever it packs.
(cd "$THIRD_PARTY/release" && CGO_ENABLED=0 go build -trimpath -o "$work/pack" .)
say "packing"
"$work/pack" -root "$root" -out "$dist" -version "$VERSION" -commit "$COMMIT" -epoch "$SOURCE_DATE_EPOCH" \
  -man "$work/man" -completions "$work/completions" -modules "$(go env GOMODCACHE)" "${targets[@]}"
