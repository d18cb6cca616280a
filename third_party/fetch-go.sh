#!/usr/bin/env bash
# Puts the pinned Go toolchain into third_party/.go when the machine's own Go is missing or too old.
# Debian's Go (1.19) cannot build this project, but it can fetch the toolchain module
# golang.org/toolchain through the Go module proxy, and Go's checksum database verifies what comes. The folder's
# name begins with a dot so that `./...` does not walk into it.
#
#   --check      say what is there, change nothing
#   --have-any   exit 0 when any Go is on this machine (enough to fetch the pinned one)
set -euo pipefail
# shellcheck source=platform.sh
. "$(dirname "${BASH_SOURCE[0]}")/platform.sh"

required="$(sed -n 's/^go //p' "$THIRD_PARTY/../go.mod")"
ours="$THIRD_PARTY/.go/bin/go"

# at_least HAVE WANT compares dotted versions.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n1)" = "$2" ]; }
version_of() { GOTOOLCHAIN=local "$1" env GOVERSION 2>/dev/null | sed 's/^go//'; }
good_enough() { [ -n "$1" ] && [ -x "$1" ] && at_least "$(version_of "$1")" "$required"; }

system="$(command -v go || true)"
[ -n "$system" ] || for dir in /usr/local/go/bin /usr/lib/go/bin; do
  if [ -x "$dir/go" ]; then system="$dir/go"; fi
done

if [ "${1:-}" = --have-any ]; then
  [ -x "$ours" ] || [ -n "$system" ]
  exit
fi
for go in "$system" "$ours"; do
  if good_enough "$go"; then
    [ "${1:-}" != --check ] || say "Go $(version_of "$go") ($go)"
    exit 0
  fi
done
if [ "${1:-}" = --check ]; then
  say "Go >= $required missing (found: ${system:-none})"
  exit 1
fi
[ -n "$system" ] || die "no Go on this machine" "install Go >= $required, or any Go >= 1.19 and run this again"

say "fetching Go $GO_VERSION (the machine's is $(version_of "$system"), the project needs $required)"
module="golang.org/toolchain@v0.0.1-go$GO_VERSION.$OS-$ARCH"
scratch="$(mktemp -d)"
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
# A module cache of its own: 270 MB that would otherwise stay behind beside the copy made below.
(cd "$scratch" && GOTOOLCHAIN=local GOFLAGS='' GOMODCACHE="$scratch/cache" "$system" mod download "$module") ||
  die "fetch $module: the Go module proxy did not deliver it" \
    "install Go >= $required by hand (or set GOPROXY to a proxy this machine can reach) and run this again"
# A module's zip can carry neither execute bits nor nested go.mod files: a newer Go mends both itself.
chmod -R u+w "$scratch/cache/golang.org"
toolchain="$scratch/cache/$module"
find "$toolchain/bin" "$toolchain/pkg/tool" -type f -exec chmod +x {} +
find "$toolchain/src" -name _go.mod -execdir mv {} go.mod \;
rm -rf "$THIRD_PARTY/.go"
mv "$toolchain" "$THIRD_PARTY/.go"
good_enough "$ours" || die "run $ours: it does not report Go $required or newer"
