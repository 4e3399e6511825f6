"""places.py ROOM places-of-the-render.json: merges projected door and spot positions into places.json"""
import sys, os, json, cv2, numpy as np
here = os.path.dirname(os.path.abspath(__file__)); room, src = sys.argv[1:3]
ALT = {
 'lobby': 'A lobby at dusk: a round glowing dome, a large screen between two doorways, a reception desk under three arches of light, and tall windows over the city.',
 'lounge': 'A lounge with a round sofa under a ring of light, a bar with three lit arches, shelves of books, and the evening city behind the glass.',
 'expo': 'A tall expo hall with lit stands in islands, long banners, a gallery all round, and doorways framed in light.',
 'plenary': 'An auditorium seen over rows of seats: a wide stage, a very large screen of moving colour, and balconies with warm lines of light.',
 'library': 'A library in lamp light: tall shelves with a gallery, long reading desks, and a lit model of the city in the middle.',
 'workshops': 'A workshop floor with three glazed rooms side by side, each in a colour of its own, with tables, stools and boards.',
 'helpdesk': 'A small welcoming room: a round lit desk, two armchairs, plants, and a wall of pigeonholes with lamps.'}
VIEW = {'lobby': {'yaw': 0, 'pitch': 2, 'zoom': 50}, 'expo': {'yaw': 0, 'pitch': 3, 'zoom': 50}}
f = here+'/places.json'; P = json.load(open(f)) if os.path.exists(f) else {}
im = cv2.imread(f'{here}/../assets/{room}.webp'); avg = '#%02x%02x%02x' % tuple(int(v) for v in im.reshape(-1, 3).mean(0)[::-1]) if im is not None else None
J = json.load(open(src))
if room == 'floorplan':
    P[room] = {'size': [2560, 1440], 'kind': 'plan', 'rooms': [{'area': s['what'], 'position': s['position'], 'size': s['size']} for s in J['spots']], 'averageColour': avg, 'alt': 'A plan of the building: the lobby in the middle, the plenary north of it, the expo hall to the east, workshops to the west, and lounge, help desk and library along the south.'}
    json.dump(P, open(f, 'w'), indent=1); open(f, 'a').write('\n'); sys.exit()
J['spots'] = [s for s in J['spots'] if s['what'] != 'beam']; pano = room in VIEW
size = [4096, 2048] if pano else [2560, 1440]
P[room] = {'size': size, 'kind': '360' if pano else '2D', **({'initialView': VIEW[room]} if pano else {}), **J, 'averageColour': avg or P.get(room, {}).get('averageColour'), 'alt': ALT[room]}
order = ['lobby', 'expo', 'plenary', 'lounge', 'library', 'workshops', 'helpdesk', 'floorplan']
P = {k: P[k] for k in order if k in P}
json.dump(P, open(f, 'w'), indent=1); open(f, 'a').write('\n')
