#!/bin/sh
# Prints what NVIDIA's assembler makes of the committed PTX, a line a kernel: registers a thread, bytes of registers that it keeps in memory (spilt), machine
# instructions in all, those of the longest loop, in it those of the special unit (MUFU: exponents, reciprocals, roots), calls and conversions one number at
# a time (F2F), and what the assembler warned of. A loop is what lies between a branch backwards and its target; what it calls lies outside of it.
# Names of programs or kernels choose some: sass.sh gemm_wgmma attention_64. It wants ptxas, cuobjdump and nvdisasm of the CUDA toolkit 12, which are no
# part of the project: in PATH, or in the folder that CUDA_BIN names. Without them it says so and ends well: nothing here depends on it.
set -eu
cd "$(dirname "$0")"
PATH=${CUDA_BIN:+$CUDA_BIN:}$PATH
for tool in ptxas cuobjdump nvdisasm; do
  command -v "$tool" >/dev/null || { echo "make sass: $tool is not here; it is of NVIDIA's CUDA toolkit 12 (CUDA_BIN names its folder)"; exit 0; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# wanted says whether a word is among those chosen, or none was.
wanted() {
  word=$1
  shift
  [ $# -eq 0 ] && return 0
  for one in "$@"; do case $word in "$one"*) return 0 ;; esac done
  return 1
}

printf '%-34s %9s %5s %6s %6s %5s %5s %5s\n' kernel registers spilt instr. loop MUFU CALL F2F
for source in ptx/*.ptx; do
  name=$(basename "$source" .ptx)
  # A kernel is chosen by its own name or by its program's.
  chosen=$(sed -n 's/^\.visible \.entry \(.*\)(.*/\1/p' "$source" | while read -r kernel; do
    if wanted "$kernel" "$@" || wanted "$name" "$@"; then echo "$kernel"; fi
  done)
  [ -n "$chosen" ] || continue
  target=$(sed -n 's/^\.target \(.*\)/\1/p' "$source")
  ptxas -v -arch="$target" -o "$scratch/cubin" "$source" 2>"$scratch/says" || { cat "$scratch/says" >&2; exit 1; }
  grep -i warning "$scratch/says" >&2 || true
  cuobjdump -sass "$scratch/cubin" >"$scratch/sass"
  echo "$chosen" >"$scratch/chosen"
  awk '
    FILENAME ~ /chosen$/ { chosen[$1] = 1; next }
    FILENAME ~ /says$/ {
      if (match($0, /entry function .[a-z0-9_]+/)) { kernel = substr($0, RSTART + 16, RLENGTH - 16) }
      if (match($0, /[0-9]+ bytes spill stores/)) { split(substr($0, RSTART, RLENGTH), word, " "); spilt[kernel] = word[1] }
      if (match($0, /Used [0-9]+ registers/)) { split(substr($0, RSTART, RLENGTH), word, " "); registers[kernel] = word[2] }
      next
    }
    function report(  i, j, from, best, mufu, call, f2f) {
      if (now == "" || !(now in chosen)) return
      best = 0
      # The detour of lanes that are apart (BRA.DIV) ends with a branch back, which is no loop.
      for (i = 0; i < n; i++) if (text[i] ~ /BRA\.DIV/) {
        for (j = place[target[i]]; j < n && text[j] !~ /\*\/ +BRA 0x/; j++) {}
        target[j] = ""
      }
      for (i = 0; i < n; i++) if (target[i] != "" && (target[i] in place) && place[target[i]] < i && i - place[target[i]] + 1 > best) {
        best = i - place[target[i]] + 1; from = place[target[i]]
      }
      for (i = from; best && i < from + best; i++) { if (text[i] ~ /MUFU/) mufu++; if (text[i] ~ /CALL/) call++; if (text[i] ~ /F2F\./) f2f++ }
      printf "%-34s %9d %5d %6d %6d %5d %5d %5d\n", now, registers[now], spilt[now], n, best, mufu, call, f2f
    }
    /Function :/ { report(); now = $3; n = 0; split("", place); split("", target); split("", text); next }
    match($0, /\/\*[0-9a-f]+\*\/ /) && /;/ {
      at = substr($0, RSTART + 2, RLENGTH - 5); sub(/^0+/, "", at)
      line = $0
      if (line ~ /NOP/ ) next
      place[at] = n; text[n] = line
      target[n] = ""
      if (line ~ /BRA/ && match(line, /0x[0-9a-f]+/)) { target[n] = substr(line, RSTART + 2, RLENGTH - 2) }
      n++
    }
    END { report() }
  ' "$scratch/chosen" "$scratch/says" "$scratch/sass"
done
