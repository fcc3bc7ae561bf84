#!/usr/bin/env bash
# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
#
# Runs every peer over every workload and prints one table (also FOLDER/report.md).
#
#   Tests/Benchmarks/Peers/run.sh FOLDER [--rounds N] [--reps N] [--only REGEX] [--keep] [--report]
#
#   FOLDER         what setup.sh filled; the results go there
#   --only REGEX   the lines of the plan whose name matches (see plan below): 'pango|floor', 'W1'
#   --keep         adds to the results that are there instead of starting anew
#   --report       prints the table of the results that are there
#
# Another harness is put beside the peers by two variables:
#
#   HARNESS='path/to/harness'   run as HARNESS WORKLOAD.ndjson --reps N --threads N; it prints the
#                               same result lines (Workloads/README.md)
#   HELLO='textrender …'        a command that writes 'Hello, world' (Noto Sans, 32 px) as the PNG $OUT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
usage() { sed -n '5,18p' "$0" | cut -c3- >&2; exit 2; }
[ $# -gt 0 ] || usage
cd "$1" || usage
shift
ROUNDS=3 REPS=5 ONLY=. KEEP= REPORT=
while [ $# -gt 0 ]; do case $1 in
  --rounds) ROUNDS=$2; shift;; --reps) REPS=$2; shift;; --only) ONLY=$2; shift;; --keep) KEEP=1;; --report) REPORT=1;;
  *) usage;; esac; shift; done
RES=results.ndjson BIN=bin WL=workloads PY=venv/bin/python
[ -n "$REPORT" ] && exec python3 "$here/tables.py" "$RES"
[ -x $BIN/pango_bench ] && [ -x $PY ] && [ -f $WL/W1.ndjson ] || { echo "run $here/setup.sh $PWD first" >&2; exit 2; }
mkdir -p cli
ln -sfn "$here" peers  # so that no path in the plan has a blank
[ -n "$KEEP" ] || : > "$RES"
NEWHB=$(ls venv/lib/python*/site-packages/pillow.libs/libharfbuzz-* 2>/dev/null | head -1)

plan() { # name<TAB>processors<TAB>command
  local w t
  p() { printf '%s\t%s\t%s\n' "$1" "$2" "$3"; }
  for w in W1 W2 W3 W6; do for t in 1 2; do
    p pango-$w $t "$BIN/pango_bench $WL/$w.ndjson --threads $t"
    p skia-$w $t "$PY peers/skia_bench.py $WL/$w.ndjson --threads $t"
    [ $w = W3 ] && p skia-families-$w $t "$PY peers/skia_bench.py $WL/$w.ndjson --threads $t --variant families"
    [ $w = W6 ] && p skia-font-$w $t "$PY peers/skia_bench.py $WL/$w.ndjson --threads $t --variant font"
    [ $w != W3 ] && p pillow-$w $t "$PY peers/pillow_bench.py $WL/$w.ndjson --threads $t --reps 2"
    p hb-$w $t "$BIN/hb_bench $WL/$w.ndjson --threads $t"
    [ -n "$NEWHB" ] && p newhb-$w $t "env LD_PRELOAD=$NEWHB PEER_NAME=hb_shape-new $BIN/hb_bench $WL/$w.ndjson --threads $t"
    p floor-draw-$w $t "$BIN/floor_bench $WL/$w.ndjson --threads $t --variant draw"
    [ -n "${HARNESS:-}" ] && p project-$w $t "$HARNESS $WL/$w.ndjson --threads $t"
  done; done
  for w in W1 W2 W3 W6; do
    p floor-fill-$w 1 "$BIN/floor_bench $WL/$w.ndjson --variant fill"
    p floor-sse2-$w 1 "env PEER_NAME=floor-sse2 $BIN/floor_base $WL/$w.ndjson --variant draw"
    p freetype-$w 1 "$BIN/ft_bench $WL/$w.ndjson --reps 3"
    p freetype-distinct-$w 1 "$BIN/ft_bench $WL/$w.ndjson --variant distinct"
  done
  p floor-keep-W1 1 "$BIN/floor_bench $WL/W1.ndjson --variant keep --limit 2000"
  for w in W1 W2; do p floor-total-$w 1 "$BIN/floor_bench $WL/$w.ndjson --variant total"; done
  for w in W1 W2 W4; do p floor-words-$w 1 "$BIN/floor_bench $WL/$w.ndjson --variant words"; done
  for v in load accum raster; do p freetype-$v-W6 1 "$BIN/ft_bench $WL/W6.ndjson --variant $v"; done
  p pango-slight-W6 1 "$BIN/pango_bench $WL/W6.ndjson --hint slight"
  p pango-W4 1 "$BIN/pango_bench $WL/W4.ndjson --reps 2"
  p pango-paragraphs-W4 1 "$BIN/pango_bench $WL/W4.ndjson --variant paragraphs"
  p skia-W4 1 "$PY peers/skia_bench.py $WL/W4.ndjson --reps 3"
  p skia-paragraphs-W4 1 "$PY peers/skia_bench.py $WL/W4.ndjson --variant paragraphs --reps 3"
  p pillow-W4 1 "$PY peers/pillow_bench.py $WL/W4.ndjson --reps 3"
  p hb-W4 1 "$BIN/hb_bench $WL/W4.ndjson"
  [ -n "$NEWHB" ] && p newhb-W4 1 "env LD_PRELOAD=$NEWHB PEER_NAME=hb_shape-new $BIN/hb_bench $WL/W4.ndjson"
  p floor-tile-W4 1 "$BIN/floor_bench $WL/W4.ndjson --variant tile"
  p pango-W5 1 "$BIN/pango_bench $WL/W5.ndjson --reps 3"
  p skia-W5 1 "$PY peers/skia_bench.py $WL/W5.ndjson"
  p pillow-W5 1 "$PY peers/pillow_bench.py $WL/W5.ndjson"
  p hb-W5 1 "$BIN/hb_bench $WL/W5.ndjson"
  p floor-W5 1 "$BIN/floor_bench $WL/W5.ndjson --variant relayout"
  for w in W4 W5; do [ -n "${HARNESS:-}" ] && p project-$w 1 "$HARNESS $WL/$w.ndjson"; done
  p cli-W7 1 "$BIN/spawn_bench 30 cli/commands.tsv"
}

commands() { # the CLI peers, start to PNG; words parted by tabs
  local f a b; f=$(fc-match -f '%{file}' 'Noto Sans:regular'); a='Hello, world'
  c() { local IFS=$'\t'; printf '%s\n' "$*"; }
  c floor-file W7 process $BIN/hello_floor --file "$f" "$a" 32 cli/floor-file.png
  c floor-fontconfig W7 process $BIN/hello_floor --family "Noto Sans" "$a" 32 cli/floor-fontconfig.png
  c hb-view W7 process hb-view --font-size=32 --margin=0 -O png -o cli/hb-view.png "$f" "$a"
  c pango-lib W7 process $BIN/pango_hello "Noto Sans" "$a" 32 cli/pango-lib.png
  c pango-view W7 process pango-view "--font=Noto Sans 32px" --dpi=72 --no-display --margin=0 --antialias=gray --hinting=none --output=cli/pango-view.png -t "$a"
  c convert-label W7 process convert-im6.q16 -background white -fill black -font "$f" -pointsize 32 "label:$a" cli/convert-label.png
  c convert-annotate W7 process convert-im6.q16 -size 200x44 xc:white -fill black -font "$f" -pointsize 32 -annotate +0+35 "$a" cli/convert-annotate.png
  c skia-python W7 process $PY peers/hello_skia.py "Noto Sans" "$a" 32 cli/skia-python.png
  c pillow W7 process $PY peers/hello_pillow.py "$f" "$a" 32 cli/pillow.png
  for b in hello_swift hello_swift_static hello_swift_foundation; do [ -x $BIN/$b ] && c runtime-${b#hello_} W7 process $BIN/$b; done
  c runtime-c W7 process /bin/true
  c runtime-python W7 process $PY -c pass
  [ -n "${HELLO:-}" ] && c project W7 process env OUT=cli/project.png sh -c "exec $HELLO"
  # one paragraph, start to PNG: a Latin one (ImageMagick refuses the text of W3), and the first of W3
  local t="All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood."
  c pango-view W7 latin-paragraph pango-view "--font=Noto Sans 30px" --dpi=72 --no-display --margin=0 --width=720 --antialias=gray --hinting=none --output=cli/pango-view-latin.png -t "$t"
  c convert-caption W7 latin-paragraph convert-im6.q16 -background white -fill black -font "$f" -pointsize 30 -size 720x "caption:$t" cli/convert-caption.png
  python3 -c "import json; print(json.loads(open('$WL/W3.ndjson').read().split('\n')[1])['runs'][0]['text'])" > cli/w3.txt
  c pango-view W7 paragraph pango-view "--font=Noto Sans 30px" --dpi=72 --no-display --margin=0 --width=720 --antialias=gray --hinting=none --output=cli/pango-view-w3.png cli/w3.txt
}

busy() { # per cent of the processors in use over 0.4 s
  python3 - <<'P'
import time
def r(): v=list(map(int,open('/proc/stat').readline().split()[1:9])); return sum(v), v[3]+v[4]
a,i=r(); time.sleep(0.4); b,j=r(); print(int(100*(1-(j-i)/max(1,b-a))))
P
}
quiet() { # wait (20 s at most for one processor, 60 s for two) until the processors that the run wants are free
  local want=$1 cores=$(nproc) i
  for i in $(seq $((want > 1 ? 60 : 20))); do [ $(busy) -le $(( (cores - want) * 100 / cores + 12 )) ] && return; sleep 0.6; done
}
commands > cli/commands.tsv
plan > plan.tsv
grep -E -e "$ONLY" plan.tsv > plan.now || { echo "nothing in the plan matches" >&2; exit 2; }
for r in $(seq "$ROUNDS"); do
  while IFS=$'\t' read -r name cpus cmd; do
    quiet $cpus
    case $cmd in *--reps*|*spawn_bench*) ;; *) cmd="$cmd --reps $REPS";; esac
    $cmd 2>>stderr.log </dev/null | sed "s/}\$/,\"round\":$r}/" >> "$RES" || echo "failed: $cmd" >&2
  done < plan.now
  echo "round $r of $ROUNDS done" >&2
done
python3 "$here/tables.py" "$RES" | tee report.md
