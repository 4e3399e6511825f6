import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rooms import *
a = sys.argv[sys.argv.index('--')+1:]; W, SPP, OUT = int(a[0]), int(a[1]), a[2]
reset(); K = Mats(); dusk(.62, (1, .25)); FL = terrazzo('floor'); FL2 = terrazzo('floor2', False)
X, Y, H, G = 8.4, 9.0, 6.0, 7.1
TO = {'plenary': 'plenary', 'expo': 'expo', 'workshop': 'workshops', 'library': 'library', 'lounge': 'lounge', 'help': 'helpdesk', 'gallery': None}   # seven openings, six doors
# shell ------------------------------------------------------------
box((0, 0, -.05), (2*X+.1, 2*Y+.1, .1), FL)
PN = [(-5.35, 2.6, 3.05, 'plenary'), (5.35, 2.6, 3.05, 'expo')]; PW = [(-4.9, 2.6, 2.65, 'workshop'), (0, 2.6, 2.65, 'library'), (4.9, 2.6, 2.65, 'lounge')]; PS = [(-5.35, 2.6, 3.05, 'help'), (5.35, 2.6, 3.05, 'gallery')]
with at(0, Y):                                                        # north: the screen
    wall(-X, X, H, K.slateb, [p[:3] for p in PN]); [portal(K, *p, FL2, 6.0, math.copysign(1.5, p[0]), TO[p[3]]) for p in PN]
    slats(-3.72, -3.08, 0, H, K.oak, K.felt, y=-.02); slats(3.08, 3.72, 0, H, K.oak, K.felt, y=-.02); slats(-X, -7.02, 0, H, K.oak, K.felt, y=-.02); slats(7.02, X, 0, H, K.oak, K.felt, y=-.02); area((0, -.7, H-.3), (16, .3), 190, WARM, (18, 0, 0))
    box((0, -.10, 2.95), (6.1, .2, 3.5), K.black, .03); box((0, -.215, 2.95), (5.9, .02, 3.3), picture('scr', 'screen', 1.25))
    box((0, -.35, .22), (6.1, .9, .44), K.walx, .015); box((0, -.35, .455), (6.2, 1.0, .03), K.nero, .01); box((0, -.82, .03), (5.9, .02, .02), K.warm)
    box((0, -.06, 5.55), (6.1, .02, .02), K.warm)
    area((0, -.5, 2.95), (5.9, 3.3), 170, (.75, .28, .75), (-90, 0, 0))
with at(0, -Y, 0, 180):                                               # south: the reception
    wall(-X, X, H, K.slateb, [p[:3] for p in PS]); [portal(K, *p, FL2, 6.0, math.copysign(1.5, p[0]), TO[p[3]]) for p in PS]
    slats(-3.7, 3.7, 0, H, K.oak, None, .06, .05, .06, jitter=.03, y=-.04); box((0, -.02, H/2), (7.4, .03, H), K.felt)
    for i, r_ in enumerate((.55, .85, 1.15)):                         # the mark: three arches
        with at(0, -.16, 2.55, 0):
            o = torus((0, 0, 0), r_, .028, K.warmhi if i else K.red, 64, 0, 180); o.matrix_world = o.matrix_world @ Matrix.Rotation(math.radians(90), 4, 'X')
            for s in (-1, 1): box((s*r_, 0, -.3), (.05, .05, .6), K.warmhi if i else K.red)
    area((0, -.75, H-.3), (16, .3), 260, WARM, (18, 0, 0)); area((0, -2.6, 4.6), (5, 1.6), 130, WARM2)
    with at(0, -.9):                                                  # desk, opens towards the wall
        lathe(rrect(2.55, 2.80, .09, 1.08, .03), K.navy, 64, 212, 328, closed=True)
        for i in range(58):
            A = math.radians(213+114*i/57); box((2.83*math.cos(A), 2.83*math.sin(A), .58), (.045, .085, .96), K.oak, .008, math.degrees(A))
        lathe(rrect(2.40, 2.95, 1.08, 1.13, .02), K.marble, 64, 210, 330, closed=True); lathe(rrect(1.75, 2.55, .72, .76, .015), K.oakx, 64, 214, 326, closed=True)
        lathe([(2.79, .03), (2.79, .06)], K.red, 64, 213, 327); lathe(rrect(2.55, 2.76, 0, .09, .01), K.black, 64, 213, 327, closed=True)
        for A in (245, 295): 
            with at(2.3*math.cos(math.radians(A)), 2.3*math.sin(math.radians(A)), .76, A+90): box((0, 0, .27), (.62, .03, .36), K.black, .01); cyl((0, .02, 0), .02, .12, K.steel, 12); cyl((0, 0, 0), .12, .012, K.steel, 24)
        with at(2.68*math.cos(math.radians(222)), 2.68*math.sin(math.radians(222)), 1.13): cyl((0, 0, 0), .09, .22, K.potd, 32); broad(.55, K.leaf, K.bark, 14, 3, .18, .2)
        with at(2.68*math.cos(math.radians(316)), 2.68*math.sin(math.radians(316)), 1.13): cyl((0, 0, 0), .10, .02, K.brass, 32); cyl((0, 0, 0), .012, .3, K.brass, 12); ball((0, 0, .38), .11, K.globe)
with at(-X, 0, 0, 90):                                                # west: gallery over three doors
    wall(-Y, Y, H, K.wall, [p[:3] for p in PW]); [portal(K, *p, FL2, 5.6, 1.2*(p[0] > 0)-1.2*(p[0] < 0), TO[p[3]]) for p in PW]
    for x0, x1 in ((-3.35, -1.55), (1.55, 3.35)): slats(x0, x1, 0, 3.42, K.oak, K.felt, y=-.02)
    box((0, -1.2, 3.62), (2*G, 2.4, .36), K.ceil); box((0, -2.42, 3.63), (2*G+.1, .05, .46), K.walx); box((0, -2.452, 3.435), (2*G, .014, .028), K.red)
    for s in (-1, 1): box((s*(G+.02), -1.2, 3.63), (.05, 2.4, .46), K.walnut); box((s*(G-.04), -1.2, 4.36), (.02, 2.34, 1.0), K.bal); tube([(s*(G-.04), 0, 4.9), (s*(G-.04), -2.36, 4.9)], .025, K.brass, 10)
    for i in range(7):
        box((-G+1.01+i*2.03, -2.36, 4.36), (1.99, .02, 1.0), K.bal); cyl((-G+i*2.03+.02, -2.36, 3.85), .018, 1.06, K.brass, 12)
    tube([(-G, -2.36, 4.92), (G, -2.36, 4.92)], .025, K.brass, 10)
    slats(-Y, Y, 3.8, H, K.oak, K.felt, .06, .06, y=-.02)
    for i, xx in enumerate((-5.4, -1.8, 1.8, 5.4)): box((xx, -.14, 4.85), (1.15, .05, 1.4), picture('ga', f'art{i}', 1, False)); box((xx, -.11, 4.85), (1.25, .05, 1.5), K.brass)
    area((0, -1.1, 3.41), (14, 1.5), 230, WARM2); area((0, -1.1, 5.55), (14, .6), 300, WARM2, (25, 0, 0))
    for i in range(7): cyl((-6+i*2.0, -1.8, 3.425), .06, .012, K.dl, 20, .002)
    for i, xx in enumerate((-5.6, -1.9, 1.9, 5.6)):
        with at(xx, -2.2, 3.95): box((0, 0, -.02), (2.4, .2, .18), K.potd, .01)
        with at(xx, -2.48, 4.0, 180): trailing(1.15, K.leaf2, K.bark, 16, 2.3, i+1)
    for xx in (-2.45, 2.45):
        box((xx, -.5, .42), (1.7, .5, .07), K.walx, .015); [box((xx+s*.7, -.5, .19), (.06, .44, .38), K.brass) for s in (-1, 1)]
for y in (-6.9, -2.45, 2.45, 6.9): lathe([(.17, 0), (.17, .04), (.12, .06), (.12, 3.40), (.17, 3.42)], K.white, 32, c=(-X+2.15, y, 0))
# east: glass, terrace, city ---------------------------------------
for i in range(9): box((X, -Y+i*2.25, H/2), (.14, .06, H), K.black)
for z in (.04, 3.1, H-.05): box((X, 0, z), (.12, 2*Y, .06 if z > .1 else .1), K.black)
box((X, 0, H/2), (.02, 2*Y, H), K.glass)
box((X+2, 0, -.06), (4, 30, .1), K.pot); box((X+3.9, 0, .55), (.02, 30, 1.1), K.bal); tube([(X+3.9, -15, 1.1), (X+3.9, 15, 1.1)], .025, K.steel); box((X+3.75, 0, .01), (.03, 30, .02), K.warm)
for i, y in enumerate((-9, -3, 3, 9)):
    box((X+3.1, y, .22), (.7, 3.0, .44), K.potd, .02)
    with at(X+3.1, y, .4): blades(.75, K.leaf2, 130, i+20, 0, .014, (.28, 1.35), .7)
skyline(K.city)
area((X-.15, 0, 3.1), (5.6, 17.5), 380, (.40, .50, 1), (0, 90, 0))
for y0, ro, sx in ((Y, 0, 1), (-Y, 180, -1)):                              # the neighbours' outside, seen through the glass
    with at(0, y0, 0, ro): box((sx*9.3, .16, 1.85), (1.75, .2, 3.7), K.navyw); box((sx*9.96, 2.9, 1.85), (.06, 5.6, 3.7), K.navyw); slats(*sorted((sx*8.5, sx*10.0)), 0, 3.7, K.oak, None, .05, .09, .05, y=.05)
# ceiling ----------------------------------------------------------
N_ = 22                                                               # slab with a round hole
RH = 5.0; V, F = [], []; q = 96
for i in range(q):
    t = 2*math.pi*i/q; c_, s_ = math.cos(t), math.sin(t); k = min(X/abs(c_) if abs(c_) > 1e-6 else 1e9, Y/abs(s_) if abs(s_) > 1e-6 else 1e9); V += [(RH*c_, RH*s_, H), (k*c_, k*s_, H)]
for i in range(q): j = (i+1) % q; F.append((2*i, 2*i+1, 2*j+1, 2*j))
obj('slab', V, F, K.ceil); box((0, 0, H+.35), (2*X+.3, 2*Y+.3, .02), K.felt) if 0 else None
for sx in (-1, 1):
    for sy in (-1, 1): obj('corner', [(sx*X, sy*Y, H+.001), (sx*X*.6, sy*Y, H+.001), (sx*X, sy*Y*.6, H+.001)], [(0, 1, 2)], K.ceil)
bl = []
x = -8.19
while x < 8.3:
    if abs(x) < 5.35:
        e = math.sqrt(5.4**2-x*x); L = Y-e
        for s in (-1, 1): bl.append(((x, s*(e+L/2), 5.78), (.06, L, .22)))
    else: bl.append(((x, 0, 5.78), (.06, 2*Y, .22)))
    x += .39
boxes(bl, K.oaky)
lathe([(5.36, H), (5.36, 5.62), (5.0, 5.62), (4.72, 5.62), (4.72, 5.92), (4.78, 5.92), (4.78, 5.78), (5.0, 5.78), (5.0, 6.62), (3.55, 6.62), (3.30, 6.62), (3.30, 6.80), (3.36, 6.80), (3.36, 6.68), (3.55, 6.68), (3.55, 7.35), (2.0, 7.35), (1.85, 7.30), (1.80, 7.35), (1.80, 8.0)], K.ceil, 128, sharp=20)
cove = emit('cove', WARM, 9, True)
lathe([(4.97, 5.82), (4.80, 5.82)], cove, 64); lathe([(3.52, 6.72), (3.38, 6.72)], cove, 64)
lathe([(4.72, 5.615), (5.36, 5.615)], K.oakx if 0 else K.walx, 128)
lathe([(1.80, 7.34), (1.83, 7.30)], K.red, 96)
for i in range(8):
    with at(0, 0, 7.98, i*22.5): box((0, 0, 0), (3.6, .05, .09), K.black)
lathe([(0, 8.05), (1.8, 8.05)], K.glass, 48)
for rr, z in ((2.35, 5.35), (1.45, 5.75)):                            # ring lamps around the zenith
    lathe(rrect(rr-.02, rr+.02, z, z+.09, .005), K.brass, 128, closed=True); lathe([(rr-.018, z-.002), (rr+.018, z-.002)], K.warm, 128); 
    for i in range(3): A = 2*math.pi*i/3+z; tube([(rr*math.cos(A), rr*math.sin(A), z+.09), (rr*math.cos(A), rr*math.sin(A), 7.3)], .004, K.black, 5)
area((0, 0, 6.0), (8.0, 8.0), 560, (1, .77, .53), shape='DISK')
for xx in (-5.4, 6.6): area((xx, 0, 5.0), (1.0, 16), 90, WARM2, (180, 0, 0))
for yy in (-7, 7): area((0, yy, 5.0), (9, 1.0), 60, WARM2, (180, 0, 0))
# seating by the glass ----------------------------------------------
for k, (cx, cy, s0) in enumerate(((5.35, 3.95, 0), (5.35, -3.95, 0))):
    with at(cx, cy):
        lathe([(0, .012), (2.35, .012), (2.36, .008), (2.36, 0)], K.rug, 64); lathe([(1.95, .0135), (2.15, .0135)], K.rug2, 64)
        arc_sofa(1.25, -62 if k == 0 else -48, 48 if k == 0 else 62, K.fnavy if k == 0 else K.fteal, K.walnut, [K.fred, K.fsand, K.fcream], 3+k)
        round_table(.52, .38, K.marble, K.brass)
        with at(-.62, .42 if k else -.42): round_table(.3, .46, K.nero, K.brass)
        for i, aa in enumerate((135, 222)):
            A = math.radians(aa+(8 if k else -6)); 
            with at(1.75*math.cos(A), 1.75*math.sin(A), 0, math.degrees(A)+180): tub_chair(K.fsand if (i+k) % 2 else K.frust, K.brass)
        boxes([((-.1, .1, .395), (.28, .2, .03), 20), ((-.1, .1, .42), (.24, .18, .025), -8)], K.books)
        with at(.18, -.12, .38): cyl((0, 0, 0), .06, .16, K.potd, 24); broad(.34, K.leaf2, K.bark, 12, 5, .12, .13)
        globes([(-.35, .25, 3.2), (.25, .5, 3.75), (.4, -.35, 2.95), (-.2, -.5, 3.9), (.05, .05, 4.5)], H, K.globe, K.black, (.13, .24), 4+k)
        point((0, 0, 3.3), 95, (1, .72, .46), .35); area((-.4, 0, 5.0), (2.4, 2.4), 85, WARM2, shape='DISK')
for px, py, rr, mt in ((-4.3, 2.35, .34, K.fred), (-3.75, 1.75, .27, K.fsand), (-4.55, 1.5, .30, K.fnavy), (-4.3, -2.35, .34, K.fteal), (-3.7, -1.85, .27, K.fred), (-4.55, -1.55, .30, K.fsand)):
    lathe([(0, .03), (rr-.05, .03), (rr-.01, .08), (rr+.02, .22), (rr-.01, .37), (rr-.07, .42), (0, .435)], mt, 48, c=(px, py, 0)); lathe([(rr-.06, 0), (rr-.06, .04)], K.brass, 32, c=(px, py, 0))
with at(0, -Y, 0, 180): slats(-X, -7.02, 0, H, K.oak, K.felt, y=-.02); slats(7.02, X, 0, H, K.oak, K.felt, y=-.02)
with at(-7.3, 7.9): planter(.42, .6, K.pot); tree(3.6, K.leaf2, K.bark, 3000, 1.05, 31, .13, .032)
with at(-7.3, -7.9): planter(.42, .6, K.pot); palm(2.6, K.leaf, K.bark, 14, 32, .5, 1.0)
for sy in (-1, 1):
    with at(-4.85, sy*1.95): round_table(.26, .42, K.nero, K.brass)
for y, ro in ((Y, 0), (-Y, 180)):
    with at(0, y, 0, ro):
        for x0, x1 in ((-7.0, -3.74), (3.74, 7.0)): slats(x0, x1, 3.86, H, K.slateb, None, .105, .025, .045, y=0)
# plants -------------------------------------------------------------
with at(7.5, 7.2): planter(.46, .62, K.pot); palm(2.9, K.leaf, K.bark, 13, 2, .5, 1.2)
with at(7.5, -7.2): planter(.46, .62, K.potd); tree(3.7, K.leaf3, K.bark, 4200, 1.25, 6, .15, .04)
with at(7.3, 0): planter(.5, .6, K.potd); tree(4.2, K.leaf, K.bark, 5200, 1.3, 11, .14, .038)
with at(-2.75, 7.5): planter(.38, .5, K.potd); broad(1.7, K.leaf3, K.bark, 34, 4, .42, .42)
with at(2.75, 7.5): planter(.38, .5, K.potd); palm(2.0, K.leaf, K.bark, 11, 9, .42, .85)
with at(-3.05, -8.45): planter(.40, .55, K.pot); palm(2.4, K.leaf, K.bark, 12, 12, .45, 1.0)
with at(3.05, -8.45): planter(.40, .55, K.pot); broad(1.9, K.leaf3, K.bark, 34, 14, .45, .42)
for y in (-3.1, 3.1):
    with at(-7.75, y*1.13): planter(.28, .5, K.potd); blades(1.0, K.leaf3, 26, int(y*3)+40, .4, .035, (.12, .12), .25)
for p, t in (((6.4, 6.4, 5.5), (7.5, 7.2, 1.5)), ((6.4, -6.4, 5.5), (7.5, -7.2, 1.8)), ((6.2, .2, 5.5), (7.3, 0, 2.4)), ((-3.2, 6.6, 5.4), (-2.75, 7.5, 1)), ((3.2, 6.6, 5.4), (2.75, 7.5, 1))): spot(p, 110, WARM2, 46, .8, .1, t)
with at(0, Y): mark_spot('large screen on the north wall', (0, -.22, 2.95), 5.9, 3.3)
with at(0, -Y, 0, 180): mark_spot('reception, wall with the three arches', (0, -.16, 2.85), 2.6, 1.9); mark_spot('gallery room behind the seventh opening (no door: a place for exhibits)', (5.35, -.22, 1.5), 2.6, 3.05)
with at(-X, 0, 0, 90):
    for i, xx in enumerate((-5.4, -1.8, 1.8, 5.4)): mark_spot('picture %d on the gallery, from the left' % (i+1), (xx, -.15, 4.85), 1.15, 1.4)
for i, cy in enumerate((3.95, -3.95)): mark_spot('seating by the window, %s' % ('left', 'right')[i], (5.35, cy, .6), 2.4, 1.2, -90)
finish(OUT, W, W//2, SPP, True)
