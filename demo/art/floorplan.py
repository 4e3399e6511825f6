import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rooms import *
# The building from above, orthographic, 32 x 18 units; no words. ROOMS is also what places.json says about the plan.
a = sys.argv[sys.argv.index('--')+1:]; W, SPP, OUT = int(a[0]), int(a[1]), a[2]
reset(); K = Mats(); dusk(.0)
def flat(n, c, rough=.6): m = M(n); p = m.pos(); f = m.noise(p, .9, 4); lo = tuple(v*.93 for v in c); return m.done(m.pbr(m.ramp(f, [(.3, lo), (.7, c)]), rough, Specular=.25))
ground = flat('ground', (.005, .012, .060), .5); wallm = flat('wallm', (.52, .54, .66)); lite = flat('lite', (.50, .48, .50)); dark = flat('dark', (.030, .038, .10)); slate = flat('slate', (.11, .13, .25)); oak = wood('poak', (.22, .12, .06), (.44, .27, .15), 'x', .5, .25); line = emit('line', (.62, .68, .95), .55); thread = emit('thread', RED, 1.5); warmd = emit('warmd', (1, .70, .40), 2.6); glow = emit('glowp', (1, .72, .42), 1.6); blue = emit('bluep', (.25, .40, 1), 1.0)
tree_ = flat('treep', (.035, .12, .095)); tree2 = flat('treep2', (.05, .15, .10))
ROOMS = {'lobby': (-4.2, -2.6, 4.2, 3.0), 'plenary': (-4.2, 3.15, 4.2, 8.3), 'expo': (4.35, -2.6, 14.2, 6.2), 'workshops': (-14.2, -2.6, -4.35, 4.2), 'lounge': (-11.8, -8.3, -2.65, -4.15), 'helpdesk': (-2.5, -7.3, 1.3, -4.15), 'library': (1.45, -8.3, 11.8, -4.15)}
TINT = {'lobby': (.135, .150, .27), 'plenary': (.070, .070, .21), 'expo': (.105, .125, .25), 'workshops': (.10, .150, .24), 'lounge': (.145, .115, .20), 'helpdesk': (.165, .125, .19), 'library': (.135, .105, .155)}
WH, T = .75, .15
box((0, 0, -.5), (60, 40, 1), ground)
box((0, -.05, .02), (28.9, 16.9, .02), ground) if 0 else None
plates = [('promenade', (-7.4, -4.0, 7.4, -2.75), (.125, .135, .23))]+[(k, v, TINT[k]) for k, v in ROOMS.items()]
DOORS_P = [(0, -2.68, 1.5, 0), (-2.4, 3.07, 1.3, 0), (4.27, 1.8, 1.3, 90), (-4.27, .4, 1.3, 90), (4.27, 4.6, 1.1, 90), (6.1, -2.68, 1.2, 0), (-6.1, -2.68, 1.2, 0), (-5.0, -4.08, 1.2, 0), (-.6, -4.08, 1.1, 0), (4.2, -4.08, 1.2, 0), (-7.45, -3.38, .9, 90), (7.45, -3.38, .9, 90)]
for n, (x0, y0, x1, y1), c in plates: box(((x0+x1)/2, (y0+y1)/2, .05), (x1-x0+.16, y1-y0+.16, .10), flat('pl_'+n, c, .42))
# walls with door gaps: each run of wall is cut where a door lies on it
segs = []
def run(x0, y0, x1, y1):
    hor = abs(y1-y0) < 1e-6; lo, hi = sorted((x0, x1) if hor else (y0, y1)); fix = y0 if hor else x0; cuts = []
    for dx, dy, w, r in DOORS_P:
        if hor == (r == 0) and abs((dy if hor else dx)-fix) < .12:
            q = dx if hor else dy
            if lo-.1 < q < hi+.1: cuts.append((q-w/2, q+w/2))
    p = lo
    for c0, c1 in sorted(cuts): segs.append((fix, p, c0, hor)); p = c1
    segs.append((fix, p, hi, hor))
for n, (x0, y0, x1, y1), c in plates:
    h = .075
    for s in ((x0-h, y0-h, x1+h, y0-h), (x0-h, y1+h, x1+h, y1+h), (x0-h, y0-h, x0-h, y1+h), (x1+h, y0-h, x1+h, y1+h)): run(*s)
L = []
for fix, lo, hi, hor in segs:
    if hi-lo < .05: continue
    c, s = (((lo+hi)/2, fix, WH/2), (hi-lo+T, T, WH)) if hor else ((fix, (lo+hi)/2, WH/2), (T, hi-lo+T, WH)); L.append((c, s))
boxes(L, wallm); boxes([((c[0], c[1], WH+.004), (max(s[0]-.09, .045), max(s[1]-.09, .045), .006)) for c, s in L], line)
for dx, dy, w, r in DOORS_P:
    with at(dx, dy, .1, r):
        box((0, 0, .005), (w, .2, .012), warmd)
        for s in (-1, 1): box((s*(w/2), 0, .42), (.10, .30, .86), oak)
        area((0, 0, .8), (w, .5), 7, (1, .70, .42))
def pool(x, y, r, p, c=(1, .76, .52)): area((x, y, 3.0), (r, r), p, c, shape='DISK', spread=110)
# lobby: inlay, desk, seats
with at(0, .2, .1):
    for rr in (.5, 1.15, 1.95): lathe([(rr-.02, .012), (rr+.02, .012)], line if rr > .6 else thread, 96)
    lathe([(1.5, .008), (1.75, .008)], dark, 96)
    for s in (-1, 1):
        with at(3.05, 2.0 if s > 0 else -1.6): lathe([(0, .01), (.85, .01)], slate, 48); lathe(rrect(.42, .68, .02, .3, .05), K.fnavy if s > 0 else K.fteal, 32, -70, 70, closed=True, caps=1); cyl((0, 0, 0), .2, .25, lite, 32)
        for i in range(3): cyl((-3.1+.32*(i % 2), s*(1.25+.33*i), 0), .17, .22, [K.fred, K.fsand, K.fteal][i], 24)
    lathe(rrect(.75, .95, 0, .45, .02), oak, 48, 25, 155, closed=True, c=(0, -2.55+.0, 0)) if 0 else None
    box((0, 2.55, .3), (3.0, .12, .6), dark); box((0, 2.48, .3), (2.7, .03, .4), blue)
pool(0, .2, 4.5, 190)
# plenary: stage, screen, rows
with at(0, 8.1, .1):
    box((0, -.02, .3), (5.8, .10, .6), dark); box((0, -.10, .3), (5.4, .04, .5), emit('psc', (.75, .2, .85), 1.4)); lathe(rrect(2.0, 9, 0, .16, .01), oak, 64, 247, 293, closed=True, c=(0, 7.6, 0)) if 0 else None
    V = [(-3.3, -.2, .16), (3.3, -.2, .16)]+[(3.3-6.6*i/24, -1.15-.25*math.cos((i/24-.5)*math.pi), .16) for i in range(25)]; obj('stage', V, [tuple(range(len(V)))[::-1]], oak); tube([(v[0], v[1], .17) for v in V[2:]], .022, warmd, 6)
    for i in range(7):
        r = 6.3+.42*i; n = int(r*.50/.205*.62)
        for j in range(-n, n+1):
            t = j*.235/r
            if 2.5 < abs(j*.235/.42) < 3.6 or abs(r*math.sin(t)) > 4.25: continue
            rr_ = random.Random(i*50+j); box((r*math.sin(t), 4.1-r*math.cos(t), .13+.02*i), (.18, .18, .22), K.fred if rr_.random() < .05 else slate if rr_.random() < .75 else lite, .03, math.degrees(t))
pool(0, 6.9, 3.0, 120, (.80, .50, 1)); pool(0, 4.6, 5, 80)
# expo: stands in a ring of islands
with at(9.27, 1.8, .1):
    lathe([(1.37, .01), (1.41, .01)], line, 96); lathe([(3.35, .01), (3.39, .01)], line, 128)
    cyl((0, 0, 0), .75, .08, dark, 64); lathe(rrect(.45, .65, .05, .45, .02), oak, 64, closed=True); cyl((0, 0, 0), .2, .6, lite, 32); lathe([(.66, .46), (.70, .46)], thread, 64)
    for k, an in enumerate((22, 67, 112, 157, 203, 248, 293, 338)):
        t = math.radians(an)
        with at(3.0*math.cos(t)*1.22, 2.75*math.sin(t), 0, an-90):
            box((0, 0, .04), (1.6, 1.15, .08), [dark, oak][k % 2]); box((0, .5, .4), (1.5, .08, .7), [lite, slate][k % 2]); box((0, .44, .4), (1.1, .03, .5), [blue, glow, emit('pv', (.7, .25, .9), 1)][k % 3]); box((.3, -.25, .25), (.6, .25, .42), lite if k % 2 else oak, .02); [cyl((-.35, -.25+.3*q, .05), .11, .25, [K.fred, K.fsand][(k+q) % 2], 20) for q in (0, 1)]
            if k in (1, 6): [cyl((x, .15, .05), .18, .4, tree2, 10) for x in (-.6, .65)]
pool(9.27, 1.8, 6.5, 300, (1, .84, .66))
# workshops: three rooms, tables
with at(0, 0, .1):
    for i in range(3):
        x = -14.2+.1+(i+.5)*3.22; tn = [(.05, .24, .26), (.40, .22, .07), (.16, .12, .34)][i]; box((x, 3.05, .012), (3.1, 2.15, .02), flat('wr%d' % i, tn)); box((x, 1.92, .25), (3.2, .05, .5), K.bal); box((x+.7, 1.92, .03), (.8, .1, .04), warmd)
        if i: box((x-1.61, 3.05, .32), (.07, 2.3, .64), wallm)
        box((x, 3.05, .22), (1.5, .7, .06), lite, .02); [box((x+dx, 3.05+dy, .14), (.26, .26, .2), [K.fred, K.fteal, K.fsand][(i+q) % 3], .04) for q, (dx, dy) in enumerate(((-.5, .58), (0, .58), (.5, .58), (-.5, -.58), (0, -.58), (.5, -.58)))]; box((x, 4.1, .3), (1.8, .05, .5), lite)
    for x in (-12.2, -9.4, -6.6):
        for y in (.65, -1.15): box((x, y, .3), (1.75, .62, .06), oak, .02); [cyl((x+dx, y+dy, 0), .12, .2, [K.fred, K.fsand, K.fnavy, K.fteal][(q+int(-x)) % 4], 20) for q, (dx, dy) in enumerate(((-.55, .5), (0, .5), (.55, .5), (-.55, -.5), (0, -.5), (.55, -.5)))]
pool(-9.3, -.2, 6, 230, (1, .88, .74)); [pool(-14.1+(i+.5)*3.22, 3.0, 2, 45, c) for i, c in enumerate(((.7, 1, .95), (1, .8, .5), (.8, .7, 1)))]
# lounge
with at(-9.6, -6.3, .1):
    lathe([(0, .01), (1.35, .01)], lite, 64); lathe([(1.1, .014), (1.22, .014)], slate, 64); lathe(rrect(.75, 1.15, .02, .34, .08), K.fnavy, 48, 40, 220, closed=True, caps=1); cyl((0, 0, 0), .32, .25, K.marble, 40)
    for an in (-20, -75): t = math.radians(an); cyl((.95*math.cos(t), .95*math.sin(t), 0), .26, .32, K.frust if an > -50 else K.fsand, 32)
with at(-3.9, -5.6, .1):
    lathe([(0, .01), (.85, .01)], slate, 48); cyl((0, 0, 0), .2, .25, K.nero, 32); [cyl((.52*math.cos(t), .52*math.sin(t), 0), .23, .3, f, 32) for t, f in ((.4, K.fteal), (2.4, K.fteal), (4.5, K.fred))]
with at(-5.5, -8.0, .1): box((0, 0, .25), (3.6, .3, .5), dark); box((0, .55, .25), (3.2, .32, .42), oak, .02); box((0, .73, .05), (3.1, .03, .04), thread); [cyl((-1.3+i*.52, 1.0, 0), .11, .25, [K.fred, K.fsand, K.fnavy][i % 3], 20) for i in range(6)]
pool(-9.4, -6.2, 3.4, 100, WARM2); pool(-5.2, -6.6, 3, 75, WARM2)
# help desk
with at(-.6, -6.0, .1):
    lathe([(0, .01), (.95, .01)], slate, 64); lathe(rrect(.45, .68, .02, .38, .02), oak, 64, 120, 420, closed=True); lathe([(.69, .39), (.72, .39)], thread, 64, 120, 420); cyl((0, 0, 0), .14, .2, K.fred, 20); box((0, -1.15, .3), (2.4, .2, .6), oak); [box((-1.1+i*.2, -1.04, .62), (.1, .05, .02), glow) for i in range(12)]
    for s in (-1, 1): cyl((s*1.35, .55, 0), .27, .32, K.frust if s < 0 else K.fsand, 32)
pool(-.6, -5.8, 2.2, 80, (1, .66, .42))
# library
with at(6.6, -6.3, .1):
    for y in (-1.86,): box((0, y, .3), (9.8, .22, .6), oak); boxes([((-4.8+i*.12, y, .61), (.08, .15, .03)) for i in range(81)], K.books)
    for x in (-5.0, 5.05): box((x, -.1, .3), (.22, 3.2, .6), oak); boxes([((x, -1.6+i*.12, .61), (.15, .08, .03)) for i in range(26)], K.books)
    for x in (-3.3, 3.3): 
        box((x, 0, .25), (2.4, .75, .06), oak, .02); [box((x-.75+.75*q, 0, .32), (.22, .07, .05), emit('gr%d' % q, (.10, .75, .40), .8)) for q in range(3)]
        for q in range(4): [box((x-.85+.57*q, s*.55, .14), (.24, .24, .2), K.frust, .04) for s in (-1, 1)]
    lathe([(0, .01), (1.25, .01)], slate, 64); cyl((0, 0, 0), .72, .3, K.nero, 64); lathe([(.73, .31), (.77, .31)], warmd, 64); r = random.Random(3); boxes([((x*.1, y*.1, .3+.1), (.07, .07, r.uniform(.08, .35))) for x in range(-6, 7) for y in range(-6, 7) if x*x+y*y < 36 and r.random() < .7], K.white)
pool(6.6, -6.2, 4, 130, (1, .72, .44))
pool(0, -3.4, 3, 40); pool(5, -3.4, 2, 22); pool(-5, -3.4, 2, 22)
# gardens, trees, water around; contour lines on the ground
r = random.Random(8)
def tr(x, y, s):
    for i in range(5): cyl((x+r.uniform(-.25, .25)*s, y+r.uniform(-.25, .25)*s, 0), s*r.uniform(.28, .45), .2+.12*i, r.choice([tree_, tree2]), 18, .05)
for x, y, s in [(-13.6, 6.3, 1.1), (-12.2, 7.4, .8), (-10.6, 6.0, 1.0), (-8.6, 7.1, .9), (-7.0, 5.7, .75), (6.2, 7.6, .85), (8.4, 7.9, .7), (12.6, 7.7, .9), (14.2, 7.2, .7), (-13.6, -4.4, .9), (-14.4, -6.4, 1.0), (-13.2, -7.8, .75), (13.4, -4.4, .9), (14.4, -6.2, 1.1), (13.0, -7.8, .8), (9.4, -3.4, .5), (10.9, -3.35, .5), (12.3, -3.4, .45), (-.6, -8.15, .45), (.4, -8.1, .4), (-1.6, -8.2, .4)]: tr(x, y, s)
fine = emit('fine', (.10, .14, .42), .5)
for i in range(6): torus((0, 0, .004), 12.5+1.5*i, .016, fine, 180)
# the thread: from the entrance through every room
def smooth(P, n=14):
    out = []
    for i in range(len(P)-1):
        p0, p1, p2, p3 = (Vector(P[max(i-1, 0)]), Vector(P[i]), Vector(P[i+1]), Vector(P[min(i+2, len(P)-1)]))
        for k in range(n): t = k/n; out.append(.5*((2*p1)+(-p0+p2)*t+(2*p0-5*p1+4*p2-p3)*t*t+(-p0+3*p1-3*p2+p3)*t**3))
    return out+[Vector(P[-1])]
def path(P): tube([(v.x, v.y, .14) for v in smooth([(x, y, 0) for x, y in P])], .038, thread, 6)
path([(-15.8, -3.1), (-13, -3.3), (-9, -3.38), (-7.4, -3.38), (-4, -3.4), (-1.2, -3.3), (-.1, -2.7), (.0, -1.6), (-1.3, -.4), (-1.7, 1.0), (-2.3, 2.2), (-2.4, 3.1), (-2.0, 4.3)])
path([(0, -1.75), (1.2, -.7), (2.4, .9), (4.2, 1.8), (5.6, 1.85), (7.2, 1.8)]); path([(-1.62, .6), (-2.8, .35), (-4.2, .4), (-6, -.2), (-8, -.25)])
path([(-4, -3.4), (-4.7, -3.6), (-5, -4.1), (-5.2, -4.8), (-6.4, -5.4)]); path([(-1.2, -3.3), (-.75, -3.6), (-.6, -4.1), (-.6, -5.0)]); path([(-1.2, -3.36), (1, -3.42), (3.2, -3.4), (4.0, -3.7), (4.2, -4.1), (4.6, -4.9)])
area((9, 5, 14), (16, 12), 1300, (.62, .70, 1)); area((-6, 5, 14), (18, 12), 2300, (.62, .70, 1), (0, 0, 0)); area((14, -10, 10), (8, 8), 260, (1, .75, .5), (30, 30, 0))
for n, (x0, y0, x1, y1) in ROOMS.items():
    m = Vector(((x0+x1)/2, (y0+y1)/2, .1)); SPOTS.append((n, m, [Vector((x0, y0, .1)), Vector((x1, y1, .1))]))
_camera = camera
def camera(*k, **q): pass
import kit
def ortho(loc, rot, pano, lens): o = _camera((0, 0, 30), (0, 0, 0), False, 50); o.data.type = 'ORTHO'; o.data.ortho_scale = 32; return o
kit.camera = ortho
finish(OUT, W, W*9//16, SPP, False)
