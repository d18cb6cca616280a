#!/usr/bin/env bash
# Puts the pinned ONNX Runtime library into third_party/lib/<os>-<arch>/. The only package that carries
# the CUDA-capable core for three platforms in one checked tarball is the Node binding's, so that is
# what is fetched: with npm, or, without npm, with curl from the registry the machine is configured for.
#
#   ASTERISM_ORT_LIB=/path/lib       use this library; nothing is fetched
#   ASTERISM_ORT_TARBALL=/path.tgz   take the package's tarball from here; nothing is fetched
#   ASTERISM_NPM_REGISTRY=URL        the registry to use without npm (else npm_config_registry, else .npmrc)
#   --check         say what is there, change nothing
#   --have-source   exit 0 when this machine already has the library or a way to fetch it
set -euo pipefail
# shellcheck source=platform.sh
. "$(dirname "${BASH_SOURCE[0]}")/platform.sh"

target="$LIB_DIR/$ORT_LIB_NAME"
pin="ORT_SHA256_${OS}_${ARCH}"
want="${!pin:-}"
# The digest is taken once; afterwards the stamp, newer than the library, stands for it.
stamp="$target.sha256"
ready() { [ -f "$target" ] && [ "$stamp" -nt "$target" ] && [ "$(cat "$stamp")" = "$want" ]; }

# registry prints the configured package registry, or nothing: its address is the machine's business.
registry() {
  local file url="${ASTERISM_NPM_REGISTRY:-${npm_config_registry:-${NPM_CONFIG_REGISTRY:-}}}"
  for file in "$THIRD_PARTY/../.npmrc" "${HOME:-/nonexistent}/.npmrc" /etc/npmrc; do
    if [ -z "$url" ] && [ -r "$file" ]; then
      url="$(sed -n 's/^ *registry *= *//p' "$file" | tail -n1)"
    fi
  done
  printf '%s' "${url%/}"
}

download() { # URL FILE
  if command -v curl >/dev/null; then curl -fsSL --retry 3 -o "$2" "$1"; else wget -q -O "$2" "$1"; fi
}

fetch_tarball() { # FILE
  if [ -n "${ASTERISM_ORT_TARBALL:-}" ]; then
    cp "$ASTERISM_ORT_TARBALL" "$1"
  elif command -v npm >/dev/null; then
    local dir
    dir="$(dirname "$1")"
    # --ignore-scripts: nothing of the package is run, only its files are wanted.
    (cd "$dir" && npm pack "$ORT_PACKAGE@$ORT_VERSION" --ignore-scripts --silent >/dev/null)
    mv "$dir/$ORT_PACKAGE-$ORT_VERSION.tgz" "$1"
  elif [ -n "$(registry)" ]; then
    download "$(registry)/$ORT_PACKAGE/-/$ORT_PACKAGE-$ORT_VERSION.tgz" "$1"
  else
    return 1
  fi
}

if [ -n "${ASTERISM_ORT_LIB:-}" ] && [ "$ASTERISM_ORT_LIB" != "$target" ]; then
  [ -r "$ASTERISM_ORT_LIB" ] || die "read ASTERISM_ORT_LIB: no such file: $ASTERISM_ORT_LIB"
  [ "${1:-}" != --check ] || say "ONNX Runtime: ASTERISM_ORT_LIB=$ASTERISM_ORT_LIB"
  exit 0
fi
case "${1:-}" in
  --have-source)
    ready || [ -n "${ASTERISM_ORT_TARBALL:-}" ] || command -v npm >/dev/null || [ -n "$(registry)" ]
    exit
    ;;
  --check)
    if ready; then
      say "ONNX Runtime $ORT_VERSION ($target)"
      exit 0
    fi
    say "ONNX Runtime $ORT_VERSION missing"
    exit 1
    ;;
esac
if ready; then exit 0; fi
[ -n "$want" ] || die "no ONNX Runtime is pinned for $OS-$ARCH" \
  "set ASTERISM_ORT_LIB to a library of version 1.24 or newer built for this machine"

mkdir -p "$LIB_DIR"
if [ ! -f "$target" ] || [ "$(sha256 "$target")" != "$want" ]; then
  say "fetching ONNX Runtime $ORT_VERSION"
  scratch="$(mktemp -d)"
  trap 'rm -rf "$scratch"' EXIT
  fetch_tarball "$scratch/ort.tgz" ||
    die "fetch $ORT_PACKAGE@$ORT_VERSION: no way to it worked" \
      "one of these is enough: npm on the PATH; ASTERISM_NPM_REGISTRY=URL (or npm_config_registry, or .npmrc) with curl;" \
      "ASTERISM_ORT_TARBALL=/path/$ORT_PACKAGE-$ORT_VERSION.tgz; ASTERISM_ORT_LIB=/path/$ORT_LIB_NAME"
  expect_sha256 "$scratch/ort.tgz" "$ORT_TARBALL_SHA256" "$ORT_PACKAGE-$ORT_VERSION.tgz"
  node_arch="$ARCH"
  [ "$ARCH" != amd64 ] || node_arch=x64
  member="package/bin/napi-v6/$OS/$node_arch/$ORT_LIB_NAME"
  tar -xzf "$scratch/ort.tgz" -C "$scratch" "$member"
  expect_sha256 "$scratch/$member" "$want" "$ORT_LIB_NAME"
  touch "$scratch/$member"
  chmod 755 "$scratch/$member"
  mv "$scratch/$member" "$target"
fi
sleep 0.01 # the stamp must be newer than the library even on coarse clocks
printf '%s\n' "$want" >"$stamp"
