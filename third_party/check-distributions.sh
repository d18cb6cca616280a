#!/usr/bin/env bash
# Walks what make release made on bare systems: a chroot of Debian 12 and one of Debian 13 with nothing in it but the base. In each
# the tarball is unpacked, a memory is stored and found within LIMIT_MS of unpacking; the .deb is installed and walked; npm
# installs the packages and starts the server. None of them has a network while it runs. The walk `run` is `make run` of this
# checkout instead, which may fetch what set-up fetches. Needs root, debootstrap (installed if missing) and the network, for the bases.
#
#   third_party/check-distributions.sh [debian12] [debian13]
#   WALKS="unpacked deb npm"   or run, alone or with them
#   LIMIT_MS=5000   DIST=dist   CHROOTS=folder for the bases and where they are unpacked
set -euo pipefail
# shellcheck source=platform.sh
. "$(dirname "${BASH_SOURCE[0]}")/platform.sh"
root="$(realpath "$THIRD_PARTY/..")"
dist="$(realpath -m "${DIST:-$root/dist}")"
chroots="$(realpath -m "${CHROOTS:-$THIRD_PARTY/build/chroots}")"
LIMIT_MS="${LIMIT_MS:-5000}"

WALKS="${WALKS:-unpacked deb npm}"

for way in $WALKS; do
  case "$way" in unpacked | deb | npm | run) ;; *) die "check distributions: the walk $way is not known: unpacked, deb, npm and run are" ;; esac
done
for name in "$@"; do
  case "$name" in debian12 | debian13) ;; *) die "check distributions: $name is not known: debian12 and debian13 are" ;; esac
done
[ $# -gt 0 ] || set -- debian12 debian13
[ "$(id -u)" -eq 0 ] || die "check distributions: a chroot takes root: run it as root (sudo make check-distributions)"
tarball="$(find "$dist" -maxdepth 1 -name "asterism-*-linux-$ARCH.tar.gz" 2>/dev/null | head -n1 || true)" # no folder is no release
[ -n "$tarball" ] || [ "$WALKS" = run ] || die "check distributions: there is no release for $ARCH in $dist" "make it with: make release ARCHS=$ARCH"
command -v debootstrap >/dev/null || apt-get -qq install -y --no-install-recommends debootstrap >/dev/null

suite_of() { case "$1" in debian12) echo bookworm ;; debian13) echo trixie ;; esac; }

# base NAME makes the bare system once, and a second one that has Debian's node and npm as well.
base() {
  local name="$1" dir="$chroots/$1.new"
  if [ ! -f "$chroots/$name.tar" ]; then
    say "$name: making the base"
    rm -rf "$dir"
    mkdir -p "$chroots"
    debootstrap --variant=minbase "$(suite_of "$name")" "$dir" >"$chroots/$name.log" || die "make the base of $name: $(tail -n 2 "$chroots/$name.log")"
    tar -C "$dir" -cf "$chroots/$name.tar.new" . && mv "$chroots/$name.tar.new" "$chroots/$name.tar"
    rm -rf "$dir"
  fi
  case " $WALKS " in *" npm "*) ;; *) return 0 ;; esac
  [ ! -f "$chroots/$name-node.tar" ] || return 0
  say "$name: adding node and npm"
  rm -rf "$dir"
  mkdir -p "$dir"
  tar -C "$dir" -xf "$chroots/$name.tar"
  cp /etc/resolv.conf "$dir/etc/resolv.conf"
  chroot "$dir" sh -c 'apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends nodejs npm' \
    >"$chroots/$name-node.log" 2>&1 || die "install node in $name: $(tail -n 2 "$chroots/$name-node.log")"
  tar -C "$dir" -cf "$chroots/$name-node.tar.new" . && mv "$chroots/$name-node.tar.new" "$chroots/$name-node.tar"
  rm -rf "$dir"
}

# fresh BASE unpacks a base anew; inside FLAGS... runs a shell script from stdin in it, with mounts that end with the script.
fresh() {
  here="$chroots/walk"
  rm -rf "$here"
  mkdir -p "$here"
  tar -C "$here" -xf "$chroots/$1.tar"
}
inside() {
  cat >"$here/walk.sh"
  # shellcheck disable=SC2016 # the inner shell's
  unshare --mount --pid --fork "$@" bash -c 'mount -t proc proc "$0/proc" && mount -t tmpfs tmp "$0/dev/shm" 2>/dev/null || mkdir -p "$0/dev/shm"
    exec chroot "$0" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LIMIT_MS='"$LIMIT_MS"' /bin/bash -eu -o pipefail /walk.sh' "$here"
}

# What each way of installing is asked: a memory goes in, and comes out first.
# shellcheck disable=SC2016 # the inner shell's
asked='
now() { echo $(($(date +%s%N) / 1000000)); }
remember_and_search() { # WHAT START COMMAND...
  local what="$1" start="$2" took out
  shift 2
  "$@" remember "The nightly import failed because the disk was full" --why "root cause of the outage" >/dev/null
  out="$("$@" search "why did the import break?")"
  took=$(($(now) - start))
  case "$out" in *"disk was full"*) ;; *) echo "$what: the memory was not found: $out" >&2; exit 1 ;; esac
  echo "  $what: stored and found ${took} ms after it began"
  [ "$took" -le "$LIMIT_MS" ] || { echo "$what: at most $LIMIT_MS ms are allowed" >&2; exit 1; }
}
'

walk_unpacked() {
  fresh "$1"
  cp "$tarball" "$here/root/"
  inside --net <<END
$asked
cd /root
tar xzf asterism-*.tar.gz
rm asterism-*.tar.gz
remember_and_search "unpacked tarball" "\$(now)" ./asterism-*/asterism
./asterism-*/asterism doctor >/root/doctor.txt || { cat /root/doctor.txt >&2; exit 1; }
./asterism-*/asterism check >/dev/null
END
}

walk_deb() {
  fresh "$1"
  cp "$dist"/asterism_*_"$ARCH".deb "$here/root/"
  inside --net <<END
$asked
dpkg -i /root/asterism_*.deb >/dev/null
remember_and_search ".deb" "\$(now)" asterism
asterism version | head -n1 | sed 's/^/  /'
for file in /usr/share/bash-completion/completions/asterism /usr/share/zsh/vendor-completions/_asterism; do [ -s \$file ]; done
dpkg -r asterism >/dev/null
[ ! -e /usr/bin/asterism ] && [ ! -e /usr/lib/asterism ] && [ -d /root/.asterism ]
END
}

walk_npm() {
  local cpu=x64
  [ "$ARCH" = amd64 ] || cpu="$ARCH"
  fresh "$1-node"
  cp "$dist"/asterism-memory-linux-"$cpu"-*.tgz "$here/root/platform.tgz"
  find "$dist" -name 'asterism-memory-[0-9]*.tgz' -exec cp {} "$here/root/chooser.tgz" \;
  inside --net <<END
$asked
mkdir /root/project && cd /root/project
npm install --offline --no-audit --no-fund /root/platform.tgz /root/chooser.tgz >/root/npm.log 2>&1 || { cat /root/npm.log >&2; exit 1; }
[ ! -e node_modules/asterism-memory/node_modules ]
remember_and_search "npm" "\$(now)" node_modules/.bin/asterism-memory
ask='{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_graph","arguments":{"query":"why did the import break?"}}}'
answer="\$(echo "\$ask" | npx --offline -y asterism-memory)"
case "\$answer" in *"disk was full"*) echo "  npx -y asterism-memory: the server answers over stdio" ;; *) echo "npx: \$answer" >&2; exit 1 ;; esac
END
}

# trust DIR has the system in DIR trust whom this machine trusts beyond its distribution: set-up must do so there as well.
trust() {
  local to="$1/usr/local/share/ca-certificates" bundle="${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}"
  mkdir -p "$to"
  [ -f "$bundle" ] || return 0
  # A certificate is known by its lines: those of the distribution are read first, the others of the bundle written, each into a file of its own.
  find /usr/share/ca-certificates -name '*.crt' -exec cat {} + 2>/dev/null | awk -v to="$to" '
    /BEGIN CERTIFICATE/ { body = "" }
    { body = body $0 "\n" }
    /END CERTIFICATE/ {
      if (FILENAME == "-") known[body] = 1
      else if (!(body in known)) { file = to "/here-" ++n ".crt"; printf "%s", body > file; close(file) }
    }' - "$bundle"
}

# walk_run is what the README says of a clone. The server is ended once it answers.
walk_run() {
  fresh "$1"
  cp /etc/resolv.conf "$here/etc/resolv.conf"
  trust "$here"
  mkdir "$here/root/asterism"
  git -C "$root" ls-files -co --exclude-standard -z | tar -C "$root" --null -T - --ignore-failed-read -cf - | tar -C "$here/root/asterism" -xf -
  inside <<'END'
apt-get -qq update >/dev/null
DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends git make >/dev/null 2>&1
cd /root/asterism
start=$(date +%s)
make run >/root/run.log 2>&1 &
for _ in $(seq 3600); do
  if [ -x bin/asterism ] && bin/asterism --data .asterism health >/dev/null 2>&1; then
    echo "  make run: it serves after $(($(date +%s) - start)) s"
    bin/asterism --data .asterism search "why did the nightly import fail?" | sed -n '1,2{s/^/    /;p}'
    exit 0
  fi
  kill -0 $! 2>/dev/null || { tail -n 30 /root/run.log >&2; exit 1; }
  sleep 1
done
tail -n 30 /root/run.log >&2
exit 1
END
}

for name in "$@"; do
  base "$name"
  say "$name: $WALKS"
  for way in $WALKS; do "walk_$way" "$name"; done
done
rm -rf "$chroots/walk"
