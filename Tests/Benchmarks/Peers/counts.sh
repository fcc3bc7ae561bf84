#!/usr/bin/env bash
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
#
# Instructions per item under callgrind: repeatable where times are not. Each command makes one warm pass and then
# one, or three; the difference over two passes leaves the start and the warming out.
#
#   Tests/Benchmarks/Peers/counts.sh FOLDER [--skia]     (--skia: the Python peer too; minutes)
#
# FOLDER is what setup.sh filled; HARNESS is another harness to be counted, as for run.sh.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "${1:?name the folder that setup.sh filled}" || exit 2
shift
ln -sfn "$here" peers
BIN=bin WL=workloads
export EXACT_PASSES=1   # exactly as many passes as asked for, however busy the machine
ir() { local only='--toggle-collect=run_peer*'; case $1 in *python|env) only=--separate-threads=no;; esac
  valgrind --tool=callgrind --callgrind-out-file=/dev/null $only "$@" 2>&1 >/dev/null </dev/null | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'; }
per() { # label items workload command…
  local label=$1 n=$2 w=$3; shift 3
  local a b; a=$(ir "$@" --limit "$n" --reps 1); b=$(ir "$@" --limit "$n" --reps 3)
  if [ -n "$a" ] && [ -n "$b" ]; then printf '| %s | %s | %s |\n' "$label" "$w" "$(( (b - a) / (2 * n) ))"; else printf '| %s | %s | failed |\n' "$label" "$w"; fi
}
printf '| what | workload | instructions per item |\n|---|---|--:|\n'
for w in W1:500 W2:100 W3:50; do
  n=${w#*:} w=${w%:*}
  per "pango: layout + draw" $n $w $BIN/pango_bench $WL/$w.ndjson
  per "hb_shape (HarfBuzz 6.0)" $n $w $BIN/hb_bench $WL/$w.ndjson
  per "floor: fill + blits (AVX2)" $n $w $BIN/floor_bench $WL/$w.ndjson --variant draw
  [ $w != W3 ] && per "floor: word cache" $n $w $BIN/floor_bench $WL/$w.ndjson --variant words
  [ "${1:-}" = --skia ] && per "skia: layout + draw" $n $w venv/bin/python peers/skia_bench.py $WL/$w.ndjson
  [ -n "${HARNESS:-}" ] && per project $n $w $HARNESS $WL/$w.ndjson
done
