#!/bin/sh
# render.sh SCENE [WIDTH SAMPLES [OUT.webp]]     renders a scene to light passes, finishes them, and notes the places.
#   render.sh lounge                final size and quality, to ../assets/lounge.webp
#   render.sh lounge 960 14 a.png   a preview
#   render.sh all                   everything, one after the other
# LIMIT=seconds overrides the time limit, EXPOSURE and KB the tone and the size. Work files go to $ART_WORK (default: ./work).
set -eu; PY=${PYTHON:-/usr/bin/python3}   # the one with python3-opencv
here=$(cd "$(dirname "$0")" && pwd); scene=$1
if [ "$scene" = all ]; then
  for s in lobby lounge expo plenary library workshops helpdesk floorplan login-background; do "$here/render.sh" $s; done
  "$PY" "$here/marks.py"; "$PY" "$here/posters.py"; "$PY" "$here/sky.py"; exit
fi
case $scene in lobby|expo) kb=880; w=4096; n=30; lim=950; flat=;; *) kb=480; w=2560; n=40; lim=330; flat=--flat;; esac
kb=${KB:-$kb}; width=${2:-$w}; samples=${3:-$n}; out=${4:-$here/../assets/$scene.webp}; case $scene in expo|library|login-background) e=0.45;; helpdesk) e=0.38;; workshops) e=0.35;; *) e=0.3;; esac; exposure=${EXPOSURE:-$e}
[ $# -ge 2 ] || export LIMIT=${LIMIT:-$lim}
work=${ART_WORK:-$PWD/work}; mkdir -p "$work/$scene" "$(dirname "$out")"; export ARTTEX="$work"
[ -e "$work/screen.png" ] || "$PY" "$here/screens.py" "$work"
nice -n 19 blender -b -P "$here/$scene.py" -- "$width" "$samples" "$work/$scene" > "$work/$scene.log" 2>&1 || { tail -5 "$work/$scene.log"; exit 1; }
grep -h 'RENDER\|Error:.*py\|rror: [^N]' "$work/$scene.log" || true
if [ "$scene" = plenary ] && [ $# -lt 2 ]; then ART_WORK="$work" "$PY" "$here/loop.py" --maps    # poster and loop together
else nice -n 19 "$PY" "$here/post.py" "$work/$scene" "$out" 1 "$exposure" "$kb" $flat; fi
[ $# -ge 2 ] || [ "$scene" = login-background ] || "$PY" "$here/places.py" "$scene" "$work/$scene/places.json"
