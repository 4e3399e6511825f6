import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rooms import *
# A small room, 9.6 x 9 m and 3.7 m high: a round lit desk before a wall of pigeonholes, two armchairs, plants, a window to the street.
# Doors in the back wall: lobby (left), workshops (right).
a = sys.argv[sys.argv.index('--')+1:]; W, SPP, OUT = int(a[0]), int(a[1]), a[2]
reset(); K = Mats(); dusk(.62, (-1, .3)); FL2 = terrazzo('floor2', False)
X, YB, YF, H = 4.8, 4.2, -4.8, 3.7; DX, DW = 3.55, 1.85
planks(-X, X, YF, YB, wood('planks', (.15, .075, .036), (.36, .21, .11), 'x', .32, .45), K.black)
brick = plaster('terra', (.30, .115, .075), .75, .06)
with at(0, YB):
    wall(-X, X, H, K.slateb, [(-DX, DW, 2.45), (DX, DW, 2.45)]); portal(K, -DX, DW, 2.45, 'lobby', FL2, 4.0, -.95, 'lobby', 4.6); portal(K, DX, DW, 2.45, 'workshop', FL2, 4.0, .95, 'workshops', 4.6)
    for s in (-1, 1): box((s*5.75, .22, 1.75), (1.9, .08, 3.7), K.navyw); box((s*6.66, 2.6, 1.75), (.06, 5, 3.7), K.navyw)   # the neighbours' outside, seen through the window
    # pigeonholes: 12 x 8 cells of .35 m, an arch of light about them
    n, m, c = 12, 8, .35; w, z0 = n*c, .42
    box((0, -.03, H/2), (w+.5, .05, H), K.walx); box((0, -.20, z0-.22), (w+.1, .42, .40), K.walnut, .01)
    for i in range(n+1): box((-w/2+i*c, -.20, z0+m*c/2), (.022, .38, m*c), K.walnut)
    for j in range(m+1): box((0, -.20, z0+j*c), (w+.02, .38, .022), K.walx)
    box((0, -.40, z0+m*c+.10), (w+.12, .05, .16), K.walx, .008); box((0, -.43, z0+m*c+.01), (w, .012, .02), K.red)
    for s in (-1, 1): box((s*(w/2+.05), -.20, z0+m*c/2), (.06, .42, m*c+.1), K.walnut, .008)
    r = random.Random(12); glow = [emit('g%d' % i, c_, 1.0) for i, c_ in enumerate(((1, .62, .28), (1, .70, .40), (1, .52, .22)))]; vm = [K.fred, K.brass, K.potd, K.white, K.fteal, K.fsand]
    for i in range(n):
        for j in range(m):
            x, z = -w/2+(i+.5)*c, z0+j*c+.011; q = r.random()
            if q < .24: box((x, -.035, z+c/2-.01), (c-.03, .01, c-.03), r.choice(glow)); ball((x, -.20, z+.10), .085, K.globe, 20) if r.random() < .6 else lathe([(0, 0), (.06, 0), (.09, .08), (.04, .18), (.05, .22), (0, .22)], K.potd, 20, c=(x, -.2, z))
            elif q < .50: books(x-.15, x+r.uniform(.02, .15), z, .22, K.books, i*31+j, -.2)
            elif q < .66:
                for k in range(int(r.uniform(2, 6))): box((x, -.2, z+.01+k*.022), (.24, .30, .018), K.white if r.random() < .6 else K.fsand, 0, r.uniform(-6, 6))
            elif q < .76: lathe([(0, 0), (.07, 0), (.10, .09), (.045, .19), (.055, .24), (0, .24)], r.choice(vm), 24, c=(x, -.2, z))
            elif q < .84:
                with at(x, -.2, z): cyl((0, 0, 0), .07, .12, K.pot, 20); blades(.2, K.leaf2, 22, i*9+j, .11, .02, (.04, .04), .9)
            elif q < .92: box((x, -.2, z+.09), (.22, .24, .18), r.choice([K.fnavy, K.frust, K.oakx, K.fteal]), .008)
    for s in (-1, 1): slats(*sorted((s*2.38, s*2.5)), 0, H, K.oak, K.felt, y=-.02); slats(*sorted((s*4.55, s*X)), 0, H, K.oak, K.felt, y=-.02)
    area((0, -.85, H-.25), (9, .3), 120, WARM, (22, 0, 0)); area((0, -.75, 1.9), (4, 2), 75, (1, .66, .36), (-82, 0, 0))
# left: a window to the evening street; right: terracotta wall with a picture and a bench
with at(-X, 0, 0, 90):
    wall(YF, YB, H, K.slateb, [(1.05, 3.9, 3.1)]); box((1.05, .14, 1.6), (3.9, .02, 3.1), glass('street', (.93, .97, 1), .14))
    for x in (-.9, .40, 1.7, 3.0): box((x, .12, 1.6), (.05, .07, 3.1), K.black)
    for z in (.42, 2.35, 3.1): box((1.05, .12, z), (3.9, .07, .05), K.black)
    box((1.05, .02, .2), (3.9, .3, .42), K.walx, .01); area((1.05, -.02, 1.8), (3.7, 2.6), 110, (.40, .50, 1), (-90, 0, 0))
    for i in range(5):
        with at(-.55+i*.8, -.02, .42): cyl((0, 0, 0), .11, .2, [K.pot, K.potd][i % 2], 24); [lambda: blades(.42, K.leaf2, 20, 5+i, .17, .022, (.05, .05), .6), lambda: broad(.5, K.leaf, K.bark, 14, 3+i, .18, .2)][i % 2]()
with at(0, 0, 0, 180): skyline(K.city, 9, 260, (-80, 80), (160, 640))
with at(X, 0, 0, -90):                                                    # local x = -world y
    wall(-YB, -YF, H, brick); slats(-YB, -3.5, 0, H, K.oak, K.felt, y=-.02); box((-1.9, -.05, 1.95), (2.1, .03, 1.55), picture('p1', 'art0', 1, False)); box((-1.9, -.03, 1.95), (2.2, .03, 1.65), K.brass); mark_spot('large picture on the right wall', (-1.9, -.07, 1.95), 2.1, 1.55)
    box((-1.9, -.35, .30), (2.3, .62, .22), K.walx, .012); box((-1.9, -.35, .45), (2.25, .60, .12), K.fteal, .045); [box((-1.9+s*1.0, -.35, .10), (.06, .5, .2), K.brass) for s in (-1, 1)]
    for x, f in ((-2.75, K.fred), (-2.4, K.fsand), (-1.05, K.fcream)): o = box((x, -.16, .70), (.40, .13, .36), f, .055, 0, 5); o.matrix_world = o.matrix_world @ Matrix.Rotation(-.22, 4, 'X')
    area((-1.6, -.75, H-.25), (4.5, .3), 95, WARM, (22, 0, 0))
# ceiling: timber rays about a lit disc over the desk
CX, CY = 0, 1.15
box((0, (YF+YB)/2, H+.05), (2*X+.2, YB-YF+.2, .1), K.ceil)
bl = []
for i in range(72):
    t = 2*math.pi*i/72
    if abs(math.cos(t)) < 1e-6: L = 9
    r0, r1 = 1.95, 9.0; rm = (r0+r1)/2; bl.append(((CX+rm*math.cos(t), CY+rm*math.sin(t), H-.10), (r1-r0, .055, .18), math.degrees(t)))
boxes(bl, K.oakx)
for y_, s_ in ((YB+.6, 1), (YF-.6, 1)): pass
with at(CX, CY):
    lathe(rrect(1.45, 1.95, 3.30, 3.42, .01), K.ceil, 128, closed=True); lathe([(1.5, 3.43), (1.9, 3.43)], emit('cv', WARM, 7, True), 64); lathe([(1.448, 3.33), (1.448, 3.35)], K.red, 96); lathe([(1.68, 3.298), (1.72, 3.298)], K.warm, 96)
    for i in range(4): t = math.pi/4+i*math.pi/2; tube([(1.7*math.cos(t), 1.7*math.sin(t), 3.4), (1.7*math.cos(t), 1.7*math.sin(t), H)], .006, K.black, 5)
    area((0, 0, 3.25), (2.8, 2.8), 105, (1, .80, .60), shape='DISK')
    # the desk
    lathe([(0, .012), (2.0, .012), (2.01, .008), (2.01, 0)], K.rug2, 96); lathe([(1.72, .0135), (1.86, .0135)], K.rug, 96)
    lathe(rrect(.98, 1.16, .09, 1.04, .03), K.navy, 96, 122, 418, closed=True, caps=.4); lathe(rrect(1.0, 1.14, 0, .09, .01), K.black, 96, 124, 416, closed=True); lathe([(1.165, .03), (1.165, .06)], K.red, 96, 124, 416)
    for i in range(78): t = math.radians(124+292*i/77); box((1.19*math.cos(t), 1.19*math.sin(t), .56), (.045, .05, .92), K.oak, .006, math.degrees(t))
    lathe(rrect(.86, 1.30, 1.04, 1.09, .02), K.marble, 96, 120, 420, closed=True, caps=.3); lathe([(1.215, 1.025), (1.265, 1.025)], K.warm, 96, 122, 418); lathe(rrect(.45, .98, .72, .76, .015), K.oakx, 96, 130, 410, closed=True)
    for A in (238,):
        with at(.78*math.cos(math.radians(A)), .78*math.sin(math.radians(A)), .76, A+90): box((0, 0, .30), (.60, .03, .36), K.black, .01); cyl((0, .02, 0), .02, .14, K.steel, 12); cyl((0, 0, 0), .12, .012, K.steel, 24)
    def top(A, r=1.08): t = math.radians(A); return at(r*math.cos(t), r*math.sin(t), 1.09, A+90)
    with top(206): cyl((0, 0, 0), .10, .02, K.brass, 32); cyl((0, 0, 0), .012, .26, K.brass, 12); ball((0, 0, .36), .13, K.globe)
    with top(284): lathe([(.06, 0), (.075, .006), (.07, .03), (.045, .06), (0, .068)], K.brass, 32); cyl((0, 0, .066), .010, .016, K.brass, 12)
    with top(318): cyl((0, 0, 0), .085, .2, K.potd, 32); broad(.36, K.leaf, K.bark, 13, 3, .17, .15)
    with top(258): boxes([((0, 0, .012), (.30, .2, .02), 10), ((.01, 0, .034), (.24, .17, .02), -8)], K.books)
    with at(0, .35, 0, 180): chair(K.fred, K.walnut)
    globes([(-.35, .2, 2.35), (.3, .35, 2.6), (.05, -.3, 2.15)], 3.7, K.globe, K.black, (.11, .15), 5); mark_spot('round desk', (0, -1.2, .75), 2.4, 1.0)
# armchairs, lamp, plants
for x, y, ro, f in ((-2.75, -.55, 28, K.frust), (2.75, -.55, 152, K.fsand)):
    with at(x, y): lathe([(0, .011), (1.15, .011), (1.16, 0)], K.rug, 80)
    with at(x, y, 0, ro+14*(1 if x < 0 else -1)): tub_chair(f, K.brass)
    s = 1 if x < 0 else -1
    with at(x+s*.25, y-.95 if 0 else y+.85): round_table(.24, .48, K.nero, K.brass); cyl((0, 0, .48), .035, .08, K.white, 20)
with at(-3.75, .15): cyl((0, 0, 0), .17, .02, K.brass, 32); cyl((0, 0, 0), .012, 1.5, K.brass, 10); lathe([(.21, 1.42), (.13, 1.72)], emit('shd', (1, .66, .36), 1.7), 40)
point((-3.75, .15, 1.85), 22, (1, .66, .36), .2)
with at(3.85, -1.4): pass
for x, y, k in ((-4.15, 2.3, 0), (4.3, 3.15, 1), (-1.95, 3.55, 3), (1.95, 3.55, 3)):
    with at(x, y): planter(.30, .5, K.potd if k % 2 else K.pot); [lambda: palm(1.7, K.leaf, K.bark, 11, 12, .45, .62), lambda: broad(1.25, K.leaf3, K.bark, 24, 4, .45, .3), None, lambda: blades(.85, K.leaf3, 24, int(x*9)+60, .42, .035, (.11, .11), .2)][k]()
area((0, -3.6, 3.3), (7, 1.6), 120, (1, .82, .62), (20, 0, 0)); area((0, -1, 2.6), (7, 5), 75, WARM2, (180, 0, 0))
finish(OUT, W, W*9//16, SPP, False, 21, (0, -4.45, 1.58), (89.6, 0, 0))
