#!/usr/bin/env bash
# make models: installs what training needs where that is missing (Debian, Ubuntu), trains the nine compact models, measures them
# and writes their cards. A run that was cut off goes on where it was.
set -euo pipefail
cd "$(dirname "$0")/../.."

data="$1" sets="$2" work="$3" out="$4"
python=/usr/bin/python3
modules="torch numpy scipy onnx yaml"

if [ ! -d "$data" ] || [ ! -d "$sets" ]; then
  cat >&2 <<'END'
make models: needs a folder of training text and one of evaluation sets, which are not part of the checkout:
  make models DATA=folder EVAL=folder
models/train/README.md says what they hold; models/train/SOURCES.tsv names what the shipped models were trained on.
The models that ship are in models/compact and need no training: make verify-models.
END
  exit 2
fi
if ! $python -c "import ${modules// /, }" 2>/dev/null; then
  command -v apt-get >/dev/null || { echo "make models: install Python's $modules, then run it again" >&2; exit 2; }
  sudo=()
  [ "$(id -u)" -eq 0 ] || sudo=(sudo)
  echo "make models: installing Python's $modules"
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
    python3-torch python3-numpy python3-scipy python3-onnx python3-yaml >/dev/null
fi
$python models/train/train.py --data "$data" --eval "$sets" --out "$out" --work "$work"
$python models/train/evaluate.py --eval "$sets" --out "$out" --work "$work"
