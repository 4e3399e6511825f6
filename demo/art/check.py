"""check.py ROOM OUT.png: draws the places of places.json into the picture (doors green, openings cyan, spots magenta)"""
import sys, os, json, cv2
here = os.path.dirname(os.path.abspath(__file__)); room, out = sys.argv[1:3]; im = cv2.imread(f'{here}/../assets/{room}.webp'); J = json.load(open(here+'/places.json'))[room]; h, w = im.shape[:2]
def xy(p): return (int(p['x']*w), int(p['y']*h)) if 'x' in p else (int((p['yaw']/360+.5)*w) % w, int((.5-p['pitch']/180)*h))
def wh(s): return (s['w']*w/2, s['h']*h/2) if J['kind'] != '360' else (s['w']/720*w, s['h']/360*h)
def rect(p, s, c): (x, y), (a, b) = xy(p), wh(s); cv2.rectangle(im, (int(x-a), int(y-b)), (int(x+a), int(y+b)), c, 3)
for d in J.get('doors', []): cv2.drawMarker(im, xy(d['position']), (0, 255, 0), cv2.MARKER_CROSS, w//60, w//700); cv2.putText(im, d['to'], xy(d['position']), 0, w/2600, (0, 255, 0), 2); rect(d['opening']['position'], d['opening']['size'], (255, 255, 0))
for d in J.get('spots', J.get('rooms', [])): cv2.drawMarker(im, xy(d['position']), (255, 0, 255), cv2.MARKER_TILTED_CROSS, w//80, w//800); rect(d['position'], d['size'], (255, 0, 255))
cv2.imwrite(out, im)
