#!/usr/bin/env bash
# Runs what depends on the processor on processors that are not here: `make test-machines`. arm64 is QEMU's emulation of a user's program, compiled by
# a cross compiler. A lesser x86 is this processor, whose CPUID is answered as there (bench/machines/mask), where it allows that; the kernels' tests run
# under QEMU all the same, since it refuses instructions that the lesser processor lacks. What runs where is the two tables below, and no other place.
#
#   MACHINES='plain arm64'   some of the machines (default: all)
#   SHORT=1                  the kernels and the walk alone, as CI does: five minutes
#   EMULATED=1               QEMU for everything
#   GO_FLAGS                 flags of go for x86, as the Makefile has them
set -euo pipefail
cd "$(dirname "$0")/../.."

# name | architecture | what runs a program there | kernels that the doctor must name there | what it is
machines="
plain  | amd64 | qemu-x86_64 -cpu Nehalem   | plain  | x86 of 2008: SSE4.2, no AVX
avx    | amd64 | qemu-x86_64 -cpu IvyBridge | avx    | x86 of 2012: AVX without AVX2
avx2   | amd64 | qemu-x86_64 -cpu Haswell   | avx2   | x86 of 2013: AVX2 without VNNI
avx512 | amd64 | env ASTERISM_CPU=avx512    | avx512 | x86 of 2017: AVX-512 without VNNI. QEMU 7.2 emulates none: where CPUID cannot be answered, ONNX Runtime keeps its own kernels
arm64  | arm64 | qemu-aarch64 -L $PWD/third_party/build/sysroot-arm64 | neon | 64-bit Arm: NEON
"

# Lists of tests, parted by blanks; each is a whole name, in which .* may stand. Under an emulator a test takes ten to a hundred times as long, and
# one that starts its own program again would start it beside the emulator, on this processor or not at all.

# What computes: against brute force, against definitions, and what comes of ties. Left out: what repeats it at length, and what is about locks.
# shellcheck disable=SC2034 # read by its name, from the table of suites
searching="TestCompareEqualsSimilarity TestCompareOfSomeSpaces TestWindowsEqualTheirDefinition TestTwoLooksFindWhatOneFinds TestTwoLooksWithTokens
  TestEstimatesAreNearTheTruth TestHalvesAreExact TestNeighboursEqualBruteForce TestCopyIsItsNearestNeighbour TestSearchEqualsBruteForce
  TestFirstHitsDoNotDependOnTopK TestBestCutsTiesById TestEachSpaceAloneRanksByItsSimilarity TestEqualScoresAreOrderedById TestSearchByTime
  TestMeasure TestGreatest TestLowestOfMany TestHoldingIsWhatALookAtEachMemoryFinds"
# Bytes: what is written equals the golden files, what is read back equals what was written. Left out: kills, full disks, renewals.
# shellcheck disable=SC2034 # read by its name, from the table of suites
storing="Fuzz.* TestGoldenBytes TestHeader.* TestNewerRecord TestTimeline.* TestNamespaces.* TestSuccessor.* TestBadTimelineKeys TestReopen
  TestModelSetsAreShared TestRenewalCodec TestShelfValue.* TestTombstone.* TestRocksKeepsTheContract"
# Products: sums of bytes, batches alone and together, the profile that ships. Left out: whole windows, other profiles, processes of their own.
# shellcheck disable=SC2034 # read by its name, from the table of suites
embedding="TestSuite TestSuiteOnCompactProfile TestProductsOf TestProductsAreExact TestUnsignedProductsChangeNoBit TestCheckArm TestDecodeTerms
  TestJoinVectors TestTermsOfARow TestFilledQuestionsInABatch TestImages"

# package | in the short form | tests | why
suites="
kernels              | yes | .*         | every kernel, every variant that runs there, against its reference
engine/fingerprint   | no  | .*         | codecs and likenesses: sums of floats in Go, which arm64 joins with products
engine/sched         | no  | .*         | queues and workers: memory order differs on arm64
engine/backend/arith | no  | .*         | E9 is arithmetic of ours
engine/search        | no  | searching  | all kernels together
engine/store/rocks   | no  | storing    | bytes on disk, by another processor's RocksDB
engine/backend/onnx  | no  | embedding  | ONNX Runtime's own kernels, of which there are others on every machine here
"

die() {
  printf 'make test-machines: %s\n' "$@" >&2
  exit 2
}

# need PROGRAM PACKAGE installs what is missing, where there is an apt-get and the right to use it.
need() {
  ! command -v "$1" >/dev/null || return 0
  local sudo=""
  [ "$(id -u)" -eq 0 ] || sudo="sudo -n"
  if ! command -v apt-get >/dev/null || ! { $sudo apt-get -qq update && $sudo apt-get -qq install -y --no-install-recommends "$2" >/dev/null; }; then
    die "$1 is missing and could not be installed by apt" "install ${2} yourself, or leave out what needs it: MACHINES='…' of$(column_of 1 "$machines")"
  fi
}

# field N LINE is one column without the blanks around it.
field() { cut -d'|' -f"$1" <<<"$2" | sed 's/^ *//; s/ *$//'; }

# column_of N TABLE is a column of all rows, in one line.
column_of() { while IFS= read -r line; do [ -z "$line" ] || printf ' %s' "$(field "$1" "$line")"; done <<<"$2"; }

# row NAME is the row of a machine.
row() {
  while IFS= read -r line; do
    if [ "$(field 1 "$line")" = "$1" ]; then printf '%s\n' "$line" && return; fi
  done <<<"$machines"
  return 1
}

[ "$(uname -s)" = Linux ] || die "the emulators of programs are for Linux alone"
host=amd64
[ "$(uname -m)" = x86_64 ] || host=arm64
short="${SHORT:-}"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
export TMPDIR="$scratch/tmp"
mkdir "$TMPDIR"

wanted=()
for name in ${MACHINES:-$(column_of 1 "$machines")}; do
  line="$(row "$name")" || die "there is no machine $name: they are$(column_of 1 "$machines")"
  case "$name" in
    arm64) ;;
    *)
      if [ "$host" != amd64 ]; then
        printf '%-8s left out: an x86 is emulated on x86 alone, since nothing is compiled for it elsewhere\n' "$name"
        continue
      fi
      ;;
  esac
  if [ "$name" = avx512 ] && ! grep -qw avx512dq /proc/cpuinfo; then
    printf '%-8s left out: this processor has no AVX-512, and QEMU 7.2 emulates none\n' "$name"
    continue
  fi
  wanted+=("$name")
done
[ "${#wanted[@]}" -gt 0 ] || die "none of these machines can be had here"

# build ARCH compiles the program and the tests of all suites for it.
build() {
  local arch="$1" out="$scratch/$1" flags="$GO_FLAGS" line
  mkdir -p "$out/lib"
  (
    if [ "$arch" != "$host" ]; then
      sysroot="$(third_party/sysroot-arm64.sh --dir)" # its libraries lie in two folders
      export GOARCH="$arch" CC=aarch64-linux-gnu-gcc CXX=aarch64-linux-gnu-g++ CGO_CFLAGS="-O2 -g -I$sysroot/include"
      export CGO_LDFLAGS="-L$sysroot/usr/lib/aarch64-linux-gnu -Wl,-rpath-link,$sysroot/usr/lib/aarch64-linux-gnu -Wl,-rpath-link,$sysroot/lib/aarch64-linux-gnu"
      flags="" # the loader of the CUDA driver is built for this machine
    fi
    # shellcheck disable=SC2086  # several flags
    go build $flags -o "$out/asterism" ./cmd/asterism || exit 1
    while IFS= read -r line; do
      [ -n "$line" ] && wanted_suite "$line" || continue
      # shellcheck disable=SC2086
      go test -vet=off -c $flags -o "$out/$(field 1 "$line" | tr / -).test" "./$(field 1 "$line")" || exit 1
    done <<<"$suites"
  ) || return 1
  ln -s "$PWD/third_party/lib/linux-$arch/libonnxruntime.so.1" "$out/lib/libonnxruntime.so.1"
}

wanted_suite() { [ -z "$short" ] || [ "$(field 2 "$1")" = yes ]; }

# runner MACHINE WHAT is what runs a program there: nothing, the emulator, or the mask.
runner() {
  local name arch emulator
  name="$(field 1 "$1")" arch="$(field 2 "$1")" emulator="$(field 3 "$1")"
  if [ "$arch" = arm64 ]; then
    [ "$host" != arm64 ] || emulator="env"
  elif [ -x "$scratch/mask" ] && { [ "$2" != kernels ] || [ "$name" = avx512 ]; }; then
    emulator="$scratch/mask $name"
  fi
  printf '%s' "$emulator"
}

# walk MACHINE remembers, searches, and searches again from a new start, and asks the doctor whether the machine is what it is taken for. Each
# command is a process of its own, so every one after the first is a restart.
walk() {
  local emulator kernels arch program data out
  arch="$(field 2 "$1")" emulator="$(runner "$1" walk)" kernels="$(field 4 "$1")"
  data="$(mktemp -d)"
  export ASTERISM_ORT_LIB="$scratch/$arch/lib/libonnxruntime.so.1"
  program="$emulator $scratch/$arch/asterism --data $data/store --models models/compact"
  out="$($program doctor)" || { printf '%s\n' "$out" && return 1; }
  grep -q "pick the best: $kernels (" <<<"$out" || { printf 'the doctor does not name the kernels %s:\n%s\n' "$kernels" "$out" && return 1; }
  $program remember 'The nightly import failed because the disk was full' --why 'root cause of the outage' &&
    $program remember 'Lunch is at noon on Fridays' --why 'habits of the team' || return 1
  for question in 'why did the import break?' 'when do we eat?'; do
    out="$($program search "$question")" || return 1
    printf '%s\n' "$out"
    case "$question" in why*) answer=disk ;; *) answer=Lunch ;; esac
    sed -n 2p <<<"$out" | grep -q "$answer" || { printf 'the first hit for %s is not the one about %s\n' "$question" "$answer" && return 1; }
  done
}

# suite MACHINE SUITE runs a package's tests in its folder.
suite() {
  local arch emulator package tests
  arch="$(field 2 "$1")" package="$(field 1 "$2")" tests="$(field 3 "$2")"
  emulator="$(runner "$1" "$package")"
  case "$tests" in searching | storing | embedding) tests="${!tests}" ;; esac
  tests="^($(tr -s ' \n' '|' <<<"$tests" | sed 's/|$//'))$"
  (cd "$package" && ASTERISM_ORT_LIB="$scratch/$arch/lib/libonnxruntime.so.1" $emulator "$scratch/$arch/$(tr / - <<<"$package").test" -test.timeout 30m -test.run "$tests")
}

# told MACHINE WHAT COMMAND… runs a command, prints one line about it, and what it said when it fails.
told() {
  local name="$1" what="$2" log from=$SECONDS word=ok
  shift 2
  log="$(mktemp "$scratch/log.XXXXXX")"
  "$@" >"$log" 2>&1 || word=FAIL
  printf '%-8s %-22s %-4s %4d s\n' "$name" "$what" "$word" $((SECONDS - from))
  [ "$word" = ok ] || { grep -v '^qemu-.*: warning: TCG' "$log" | tail -n 60 && : >"$scratch/failed"; }
}

machine() {
  local line suite_line
  line="$(row "$1")"
  told "$1" "walk" walk "$line"
  while IFS= read -r suite_line; do
    [ -n "$suite_line" ] && wanted_suite "$suite_line" || continue
    told "$1" "$(field 1 "$suite_line")" suite "$line" "$suite_line"
  done <<<"$suites"
}

if [ "$host" = amd64 ] && [ -z "${EMULATED:-}" ]; then
  go build -o "$scratch/mask" ./bench/machines/mask
  "$scratch/mask" -can || rm "$scratch/mask"
fi
for name in "${wanted[@]}"; do
  case "$name:$host" in
    arm64:arm64) ;;
    arm64:*)
      need qemu-aarch64 qemu-user
      need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
      need aarch64-linux-gnu-g++ g++-aarch64-linux-gnu
      third_party/sysroot-arm64.sh
      env -u ASTERISM_ORT_LIB ASTERISM_ARCH=arm64 third_party/fetch-onnxruntime.sh
      ;;
    avx512:*) ;;
    *) need qemu-x86_64 qemu-user ;;
  esac
  arch="$(field 2 "$(row "$name")")"
  [ -d "$scratch/$arch" ] || told here "compile for $arch" build "$arch"
  [ ! -e "$scratch/failed" ] || exit 1
done

# Two machines at a time: a test waits for its own work most of the time.
for name in "${wanted[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
  machine "$name" &
done
wait
[ ! -e "$scratch/failed" ] || die "a test failed on one of these machines"
printf 'make test-machines: %s: all well in %d s\n' "${wanted[*]}" "$SECONDS"
