import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rooms import *
# A sixteen-sided hall, 10.5 m from the middle to each side, gallery at 4 m over eleven sides, glass to the city on five,
# a conical timber roof with an oculus. Doors: lounge (yaw -22.5), lobby (+22.5), library (-90). Six stands at 6 to 7 m.
a = sys.argv[sys.argv.index('--')+1:]; W, SPP, OUT = int(a[0]), int(a[1]), a[2]
reset(); K = Mats(); dusk(.62, (0, -1)); FL = terrazzo('floor', True, (.105, .108, .125), (.155, .155, .17), .36); FL2 = terrazzo('floor2', False)
A, GI, GZ, H = 10.5, 7.9, 3.9, 7.1; STEP = 22.5; CO = 1/math.cos(math.radians(11.25)); S = 2*A*math.tan(math.radians(11.25))
def pol(yaw, r): return at(r*math.sin(math.radians(yaw)), r*math.cos(math.radians(yaw)), 0, -yaw)
def ring16(prof, mat, all_=True, **k):
    P = [(p[0]*CO, p[1]) for p in prof]
    return lathe(P, mat, 16, 11.25, 371.25, smooth=False, **k) if all_ else lathe(P, mat, 11, -33.75, 213.75, smooth=False, **k)
lathe([(0, 0), (A*CO+.4, 0)], FL, 64, smooth=False)
DOORS_ = {-1: ('lounge', 'lounge'), 1: ('lobby', 'lobby'), -4: ('library', 'library')}
frame = lambda xx, z, w, h, pic, y=-.03: (box((xx, y, z), (w, .03, h), pic), box((xx, y+.018, z), (w+.09, .03, h+.09), K.brass))
for k in range(-7, 9):
    yaw = k*STEP
    with pol(yaw, A):
        if abs(k) <= 5:
            if k in DOORS_:
                wall(-S/2-.05, S/2+.05, GZ, K.slateb, [(0, 2.6, 2.9)]); portal(K, 0, 2.6, 2.9, DOORS_[k][0], FL2, 4.6, 0, DOORS_[k][1])
                for s in (-1, 1): slats(s*1.85-.25, s*1.85+.25, 0, GZ, K.oak, K.felt, y=-.02)
            else:
                wall(-S/2-.05, S/2+.05, GZ, K.slateb)
                if abs(k) == 2:
                    slats(-S/2, S/2, 0, .95, K.oak, K.felt, .06, .05, y=-.02); box((0, -.06, .97), (S, .12, .03), K.walx)
                    box((0, -.05, 2.3), (2.75, .03, 2.1), K.navyw); frame(0, 2.3, 2.4, 1.8, picture('pw%d' % k, 'art%d' % (1 if k < 0 else 3), 1, False), -.08); mark_spot('picture wall, %s' % ('left' if k < 0 else 'right'), (0, -.1, 2.3), 2.4, 1.8)
                    for x in (-.8, 0, .8): cyl((x, -.35, GZ-.22), .035, .16, K.black, 16); tube([(x, -.35, GZ-.06), (x, -.35, GZ)], .01, K.black, 5)
                elif k == 4:
                    box((0, -.03, 1.95), (3.9, .04, 3.7), K.walx)
                    for z in (.5, 1.15, 1.8, 2.45, 3.1):
                        box((0, -.22, z), (3.7, .36, .035), K.walx); box((0, -.06, z+.5), (3.6, .02, .012), K.warm)
                        rr = random.Random(int(z*10))
                        for i in range(9):
                            x = -1.65+i*.41; c = rr.choice([K.fred, K.white, K.brass, K.potd, K.fsand, K.fteal]); q = rr.random()
                            if q < .35: lathe([(0, 0), (.08, 0), (.12, .1), (.05, .24), (.06, .32), (0, .32)], c, 24, c=(x, -.22, z+.02))
                            elif q < .6: ball((x, -.22, z+.14), .12, c if q < .5 else K.globe, 24)
                            elif q < .85: box((x, -.22, z+.13), (.2, .16, .24), c, .01, rr.uniform(-20, 20))
                    for x in (-1.87, 0, 1.87): box((x, -.2, 1.8), (.04, .38, 3.5), K.walnut)
                else: slats(-S/2, S/2, 0, GZ, K.oak, K.felt, y=-.02)
            # gallery wall above
            with at(0, 0, GZ+.4):
                wall(-S/2-.05, S/2+.05, H-GZ-.4, K.slateb if k % 2 else K.wall)
                if k % 2: slats(-S/2, S/2, 0, H-GZ-.4, K.oak, K.felt, .06, .06, y=-.02)
                else: frame(0, 1.35, 1.5, 1.6, picture('gp%d' % k, 'art%d' % ((k+8)//2 % 4), 1, False))
        else:                                                             # glass to the city
            for i in (-1, 0, 1): box((i*S/2 if i else 0, 0, H/2), (.10, .14, H), K.black)
            for z in (.05, 3.4, H-.06): box((0, 0, z), (S, .12, .1 if z != 3.4 else .07), K.black)
            box((0, 0, H/2), (S, .02, H), K.glass); box((0, 2, -.06), (S*1.5, 4, .1), K.pot); box((0, 3.8, .55), (S*1.36, .02, 1.1), K.bal); tube([(-S*.69, 3.8, 1.1), (S*.69, 3.8, 1.1)], .025, K.steel, 8); box((0, 3.6, .01), (S*1.34, .03, .02), K.warm)
            if k != 8:
                box((0, 3.0, .22), (3.0, .6, .44), K.potd, .02)
                with at(0, 3.0, .4): blades(.75, K.leaf2, 110, k+40, 0, .014, (1.35, .25), .7)
    with pol(yaw+STEP/2, A*CO): lathe([(.13, 0), (.13, H)], K.walnut, 16, smooth=True)
with at(0, 0, 0, -90): skyline(K.city, 12, 300, (-88, 88))
# gallery
ring16([(GI, GZ), (A, GZ)], K.ceil, False); ring16([(GI, GZ+.4), (A, GZ+.4)], K.walx, False); ring16([(GI, GZ-.03), (GI, GZ+.44), (GI+.05, GZ+.44)], K.walx, False)
ring16([(GI-.012, GZ-.02), (GI-.012, GZ+.012)], K.red, False)
ring16([(GI+.06, GZ+.45), (GI+.06, GZ+1.4)], K.bal, False); ring16([(GI+.03, GZ+1.4), (GI+.03, GZ+1.44), (GI+.09, GZ+1.44), (GI+.09, GZ+1.4)], K.brass, False, closed=True)
for s in (-1, 1):
    with pol(s*123.75, (GI+A)*CO/2): box((0, 0, GZ+.2), (.06, 2.75, .44), K.walnut); box((0, 0, GZ+.92), (.03, 2.7, .95), K.bal)
for k in range(-6, 6):
    with pol(k*STEP+STEP/2, (GI+.12)*CO):
        cyl((0, 0, GZ+.42), .02, 1.0, K.brass, 10)
        if k % 2 == 0: lathe([(.15, 0), (.15, .04), (.105, .06), (.105, GZ-.02), (.15, GZ)], K.white, 32)
for k in range(-5, 6):
    with pol(k*STEP, GI):
        if k in (-5, -3, -2, 2, 3, 5):
            with at(0, .2, GZ+.44): box((0, 0, .08), (2.4, .2, .2), K.potd, .01)
            with at(0, -.06, GZ+.56, 180): trailing(1.0, K.leaf2, K.bark, 14, 2.3, k+9)
        for x in (-.9, .9): cyl((x, 1.3, GZ-.015), .06, .012, K.dl, 20, .002)
    if k % 2 and abs(k) != 1:
        pass
for k, yaw in enumerate((-33.75, 33.75, -78.75, 78.75, -11.25, 11.25)):   # banners from the roof, in front of the gallery's columns
    with pol(yaw, GI-.25):
        if k < 4: box((0, 0, 5.05), (.85, .012, 2.5), picture('bn%d' % k, 'banner%d' % (k % 4), 1, False)); tube([(-.45, 0, 6.32), (.45, 0, 6.32)], .016, K.brass, 8); tube([(-.45, 0, 3.79), (.45, 0, 3.79)], .016, K.brass, 8); [tube([(s*.4, 0, 6.32), (s*.4, 0, 8.1)], .004, K.black, 4) for s in (-1, 1)]
# roof: a cone of timber ribs
R0, Z0, R1, Z1 = A*CO+.2, H, 2.3, 9.7
lathe([(R0, Z0), (R1, Z1), (R1, 10.6)], K.ceil, 64, sharp=10)
for i in range(32):
    ya = i*11.25+5.625; t = math.radians(ya); n = 10
    V = []; 
    for rr, zz in ((R0, Z0), (R1, Z1)):
        for dz in (.02, -.36):
            for s in (-.055, .055): V.append((rr*math.cos(t)-s*math.sin(t), rr*math.sin(t)+s*math.cos(t), zz+dz))
    obj('rib', V, [(0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5), (0, 2, 3, 1), (4, 5, 7, 6)], K.walnut)
for rr in (4.0, 6.2, 8.4):
    zz = Z0+(R0-rr)/(R0-R1)*(Z1-Z0); lathe(rrect(rr-.05, rr+.05, zz-.30, zz-.06, .01), K.walx, 96, closed=True)
lathe(rrect(R1-.12, R1+.05, Z1-.42, Z1+.02, .02), K.walx, 96, closed=True); lathe([(R1-.125, Z1-.40), (R1-.125, Z1-.36)], K.red, 96)
for i in range(6):
    with at(0, 0, 10.55, i*30): box((0, 0, 0), (2*R1, .05, .08), K.black)
lathe([(0, 10.62), (R1, 10.62)], K.glass, 48)
cove = emit('cove', WARM, 8, True); ring16([(A-.42, H-.30), (A-.42, H+.02)], K.walx); ring16([(A-.42, H-.30), (A-.38, H-.30), (A-.38, H)], K.brass); ring16([(A-.16, H-.04), (A-.34, H-.04)], cove)
ring16([(A-.70, GZ-.02), (A-.86, GZ-.02)], emit('cove2', WARM2, 13, True), False)
for rr, z, m in ((5.2, 5.35, 0), (3.3, 6.1, 1), (1.7, 6.7, 0)):            # ring lamps about the zenith
    lathe(rrect(rr-.03, rr+.03, z, z+.14, .006), K.brass if m else K.black, 128, closed=True); lathe([(rr-.028, z-.002), (rr+.028, z-.002)], K.warm, 128); lathe([(rr-.032, z+.03), (rr-.032, z+.10)], K.warm if m else K.red, 128) if m else None
    for i in range(6): t = math.pi*i/3+z; tube([(rr*math.cos(t), rr*math.sin(t), z+.14), (rr*math.cos(t), rr*math.sin(t), Z0+(R0-rr)/(R0-R1)*(Z1-Z0)-.1)], .004, K.black, 4)
area((0, 0, 6.9), (12, 12), 1750, (1, .77, .53), shape='DISK'); area((0, 0, 5.0), (12, 12), 520, WARM2, (180, 0, 0), shape='DISK')
with pol(180, A-.3): area((0, 0, 3.4), (15, 6.4), 480, (.40, .50, 1), (90, 0, 0))
# stands -------------------------------------------------------------
PL = lambda r, m: (lathe([(0, .10), (r, .10), (r, .02)], m, 96, sharp=20), lathe([(r+.004, .03), (r+.004, .05)], K.warm, 96))
def stool(x, y, f):
    with at(x, y, .1): lathe([(0, .70), (.16, .70), (.185, .73), (.185, .77), (.15, .80), (0, .805)], f, 32); cyl((0, 0, 0), .02, .7, K.brass, 12); cyl((0, 0, 0), .18, .02, K.brass, 32); torus((0, 0, .24), .13, .01, K.brass, 32)
def frame3(w, d, h, m, t=.09):
    for sx in (-1, 1):
        for sy in (-1, 1): box((sx*w/2, sy*d/2, h/2+.1), (t, t, h), m)
        box((sx*w/2, 0, h+.1), (t, d+t, t), m)
    for sy in (-1, 1): box((0, sy*d/2, h+.1), (w+t, t, t), m)
with pol(0, 6.9):                                                         # light: a lantern-maker's round stand
    PL(1.72, K.navy); lathe(rrect(.05, .42, .1, 3.3, .02), K.black, 48, closed=True)
    for i in range(30):
        t = 2*math.pi*i/30; box((.45*math.cos(t), .45*math.sin(t), 1.7), (.05, .035, 3.2), K.oak, 0, math.degrees(t))
    lathe(rrect(1.30, 1.62, 3.2, 3.55, .02), K.walx, 96, closed=True); lathe([(1.36, 3.198), (1.56, 3.198)], K.warm, 96); lathe([(1.624, 3.25), (1.624, 3.275)], K.red, 96)
    for i in range(6): t = math.pi*i/3; box((.87*math.cos(t), .87*math.sin(t), 3.4), (.9, .05, .12), K.walnut, 0, math.degrees(t))
    lathe(rrect(1.12, 1.32, .1, 1.04, .02), K.navy, 64, 205, 335, closed=True, caps=.5); lathe(rrect(1.0, 1.42, 1.04, 1.09, .02), K.marble, 64, 203, 337, closed=True)
    for i in range(44): t = math.radians(206+128*i/43); box((1.34*math.cos(t), 1.34*math.sin(t), .57), (.035, .05, .9), K.oak, 0, math.degrees(t))
    for i, (an, z, rr) in enumerate(((222, .20, .11), (240, .36, .09), (256, .16, .14), (284, .30, .12), (303, .42, .08), (318, .18, .13))):
        t = math.radians(an); x, y = 1.21*math.cos(t), 1.21*math.sin(t); cyl((x, y, 1.09), .07, .015, K.brass, 24); cyl((x, y, 1.09), .01, z, K.brass, 8); ball((x, y, 1.09+z+rr*.8), rr, K.globe, 28)
    globes([(.75*math.cos(t)+0, .75*math.sin(t), 2.2+.35*math.sin(t*2.3)) for t in [i*1.047+.4 for i in range(6)]], 3.25, K.globe, K.black, (.10, .17), 8)
    point((0, -1.0, 2.4), 60, (1, .72, .46), .35); mark_spot('lantern stand', (0, -1.3, 1.7), 2.6, 2.6)
with pol(-60, 6.9):                                                       # city light: a frame with a large picture wall
    box((0, 0, .05), (4.0, 2.9, .1), K.oaky); box((0, -1.452, .05), (4.0, .01, .02), K.warm); frame3(3.7, 2.6, 3.1, K.black)
    box((0, 1.2, 1.6), (3.6, .1, 3.0), K.slateb); box((0, 1.12, 1.95), (2.85, .06, 1.75), K.black, .01); box((0, 1.085, 1.95), (2.75, .02, 1.65), picture('s1', 'screen', 1.15)); mark_spot('screen of the stand at the left', (0, 1.07, 1.95), 2.75, 1.65)
    slats(-1.75, 1.75, 3.12, 3.18, K.oak, None, .06, .08, 2.5, y=1.25)
    with at(-1.8, 0, 0, 90): slats(-1.2, .9, .1, 3.1, K.oak, None, .05, .07, .05)
    box((.75, -.75, .6), (1.6, .5, 1.0), K.white, .03); box((.75, -.75, 1.12), (1.7, .6, .04), K.walx, .01); box((.75, -1.005, .16), (1.5, .012, .02), K.red); stool(.3, -.1, K.fred); stool(1.1, -.05, K.fsand)
    with at(-1.25, .6, .1): planter(.24, .45, K.pot); broad(1.25, K.leaf3, K.bark, 24, 8, .4, .3)
    with at(.3, -.75, 1.14): box((.2, 0, .2), (.5, .025, .3), K.black, .008, 12); cyl((.2, 0, 0), .015, .1, K.steel, 10); cyl((.2, 0, 0), .1, .01, K.steel, 24)
    area((0, .2, 3.1), (3.0, 1.6), 70, WARM2); area((0, 1.0, 1.95), (2.7, 1.6), 26, (.75, .28, .75), (-90, 0, 0))
with pol(60, 6.9):                                                        # gardens after dark: a pergola
    box((0, 0, .05), (4.0, 3.0, .1), K.oakx); box((0, -1.502, .05), (4.0, .01, .02), K.warm); frame3(3.7, 2.6, 2.8, K.oak, .12)
    boxes([((-1.75+i*.25, 0, 3.0), (.05, 3.1, .14)) for i in range(15)], K.oaky)
    for x in (-1.2, 0, 1.2):
        with at(x, -1.25, 2.95, 180): trailing(.85, K.leaf2, K.bark, 9, 1.1, int(x*3)+30)
    with at(0, 1.25, 2.9): trailing(2.2, K.leaf3, K.bark, 46, 3.5, 17)
    box((0, 1.37, 1.45), (3.5, .05, 2.7), K.fteal); slats(-1.7, 1.7, .1, 2.8, K.oak, None, .04, .08, .04, y=1.35)
    for x, y, f in ((-1.45, .75, 0), (1.45, .75, 1), (-1.5, -.7, 2), (1.5, -.35, 3)):
        with at(x, y, .1): planter(.3, .5, K.pot if f % 2 else K.potd); [lambda: palm(1.7, K.leaf, K.bark, 11, 41, .4, .7), lambda: broad(1.5, K.leaf3, K.bark, 30, 42, .4, .36), lambda: blades(.8, K.leaf2, 60, 43, .42, .03, (.16, .16), .5), lambda: broad(1.1, K.leaf, K.bark, 24, 44, .4, .28)][f]()
    box((0, .55, .48), (1.7, .5, .08), K.walx, .015); [box((s*.7, .55, .27), (.06, .42, .36), K.brass) for s in (-1, 1)]; box((-.4, .6, .62), (.4, .12, .34), K.fred, .05, 6); box((.35, .6, .62), (.4, .12, .34), K.fcream, .05, -8)
    with at(0, -.65, .1): lathe([(0, .12), (.44, .12), (.45, .22), (.52, .22), (.54, .02), (.54, 0)], K.nero, 64); lathe([(.545, .02), (.545, .04)], K.warm, 64); ball((.1, .05, .18), .1, K.globe, 24)
    globes([(-.8, .1, 2.1), (.1, .5, 2.35), (.85, .0, 1.95)], 3.0, K.globe, K.black, (.10, .15), 6); point((0, -.1, 2.3), 55, (1, .74, .46), .3); area((0, .4, 2.85), (3, 1.6), 55, (1, .84, .6)); mark_spot('garden stand, bench under the pergola', (0, 0, 1.3), 2.6, 1.8)
with pol(103, 6.7):                                                       # transport: a wall with the network
    box((0, 0, .05), (4.0, 2.6, .1), K.navy); box((0, -1.302, .05), (4.0, .01, .02), K.warm); box((0, 1.0, 1.5), (3.7, .16, 2.8), K.walnut, .01); box((0, .91, 1.72), (3.3, .02, 1.93), picture('mp', 'map', 1.1)); mark_spot('map wall of the transport stand', (0, .9, 1.72), 3.3, 1.93); box((0, .9, 2.84), (3.5, .02, .02), K.warm)
    for x in (-1.1, 1.1):
        with at(x, -.45, .1, -8*x): box((0, 0, .45), (.5, .3, .9), K.white, .03); o = box((0, -.05, .97), (.72, .5, .05), K.black, .012); o.matrix_world = o.matrix_world @ Matrix.Rotation(math.radians(22), 4, 'X'); o = box((0, -.055, .999), (.64, .42, .005), emit('kio', (.25, .45, 1), 1.0)); o.matrix_world = o.matrix_world @ Matrix.Rotation(math.radians(22), 4, 'X')
    box((0, -.25, .32), (1.0, .5, .44), K.fnavy, .06); box((0, -.25, .12), (.9, .4, .06), K.black)
    for s in (-1, 1): box((s*1.9, .1, 1.5), (.08, 1.9, 2.8), K.oak, .01)
    box((0, .1, 2.95), (3.9, 2.0, .1), K.walx, .01); box((0, -.905, 2.95), (3.7, .012, .025), K.red); area((0, 0, 2.88), (3.2, 1.4), 45, WARM2)
with pol(-124, 6.7):                                                      # sound: a shell of slats
    PL(1.85, K.rug2)
    for i in range(64): t = math.radians(-18+216*i/63); box((1.62*math.cos(t), 1.62*math.sin(t), 1.55), (.12, .05, 2.9+.0*i), K.oak, 0, math.degrees(t))
    lathe(rrect(1.70, 1.76, .1, 3.0, .01), K.felt, 64, -18, 198, closed=True); lathe(rrect(1.52, 1.80, 3.0, 3.12, .02), K.walx, 64, -20, 200, closed=True); lathe([(1.516, 3.03), (1.516, 3.06)], K.warm, 64, -18, 198)
    lathe(rrect(.82, 1.42, .12, .46, .07), K.frust, 48, 20, 160, closed=True, caps=1.2); lathe(rrect(1.22, 1.46, .3, .86, .08), K.frust, 48, 20, 160, closed=True, caps=1.2)
    for x, y, m, rr in ((-.5, -.2, K.fred, .3), (.45, -.35, K.fsand, .28), (0, -.95, K.fnavy, .3)): lathe([(0, .13), (rr-.05, .13), (rr-.01, .18), (rr+.02, .30), (rr-.01, .44), (rr-.07, .5), (0, .515)], m, 40, c=(x, y, 0))
    for s in (-1, 1):
        with at(s*1.75, -.95, .1, -s*14):
            box((0, 0, .75), (.34, .34, 1.5), K.walnut, .03); box((0, -.175, .75), (.3, .01, 1.44), K.felt)
            for z, rr in ((1.22, .09), (.88, .12), (.45, .13)): o = torus((0, 0, 0), rr, .012, K.brass, 40); o.matrix_world = XF[-1] @ Matrix.Translation((0, -.185, z)) @ Matrix.Rotation(math.radians(90), 4, 'X')
    torus((0, 0, 2.75), .8, .022, K.warm, 96); torus((0, 0, 2.55), .5, .018, K.red, 96); [tube([(.8*math.cos(t), .8*math.sin(t), 2.75), (.8*math.cos(t), .8*math.sin(t), 6)], .004, K.black, 4) for t in (0, 2.1, 4.2)]
    area((0, 0, 2.7), (1.5, 1.5), 55, (1, .66, .40), shape='DISK'); mark_spot('listening shell', (0, -.4, 1.4), 2.6, 1.8)
with pol(148, 6.6):                                                       # a table with models of lamps and houses
    lathe([(0, .012), (1.6, .012), (1.61, 0)], K.rug, 64); lathe([(1.3, .0135), (1.45, .0135)], K.rug2, 64); lathe(rrect(.0, 1.0, .86, .92, .02), K.oakx, 64, closed=True); lathe([(.55, 0), (.45, .1), (.35, .86)], K.navy, 48); lathe([(.555, .03), (.553, .05)], K.red, 48)
    rr = random.Random(4); boxes([((x, y, .92+h/2), (.07, .07, h), rr.uniform(-8, 8)) for x, y, h in [(.12*i, .12*j, rr.uniform(.05, .42)*(1.2-.13*(i*i+j*j)**.5)) for i in range(-5, 6) for j in range(-5, 6) if i*i+j*j < 34 and rr.random() < .75]], K.white)
    boxes([((.12*i+.06, 0, .93), (.02, 1.3, .012)) for i in (-3, 0, 2)]+[((0, .12*j+.06, .93), (1.3, .02, .012)) for j in (-2, 1)], K.warm)
    globes([(-.3, .2, 2.3), (.25, -.1, 2.55), (.05, .45, 2.0)], 7.6, K.globe, K.black, (.13, .2), 3); point((0, 0, 2.0), 40, WARM2, .3); mark_spot('model table', (0, 0, 1.1), 2.0, .7)
with pol(180, 6.4):                                                       # seats before the city
    lathe([(0, .012), (2.2, .012), (2.21, 0)], K.rug2, 96); lathe([(1.85, .0135), (2.0, .0135)], K.rug, 96); arc_sofa(1.15, 30, 150, K.fteal, K.walnut, [K.fred, K.fsand, K.fcream], 6); round_table(.5, .38, K.marble, K.brass)
    for an in (222, 318):
        t = math.radians(an)
        with at(1.5*math.cos(t), 1.5*math.sin(t), 0, an+180): tub_chair(K.fsand if an < 250 else K.frust, K.brass)
    with at(.1, 0, .38): cyl((0, 0, 0), .06, .16, K.potd, 24); broad(.34, K.leaf2, K.bark, 12, 5, .12, .13)
    area((0, -.3, 4.6), (2.4, 2.4), 70, WARM2, shape='DISK')
for yaw, r, f in ((-41, 8.9, 0), (41, 8.9, 1), (-101, 9.4, 2), (-79, 9.4, 0), (166, 9.2, 3), (-160, 9.0, 3), (122, 9.4, 1)):
    with pol(yaw, r): planter(.4, .55, K.potd if f % 2 else K.pot); [lambda: broad(1.7, K.leaf3, K.bark, 32, 4+int(r*7), .45, .4), lambda: palm(2.2, K.leaf, K.bark, 12, 9+int(r), .45, .85), lambda: broad(1.5, K.leaf, K.bark, 30, 61, .45, .36), lambda: tree(3.9, K.leaf3, K.bark, 4400, 1.25, int(abs(yaw)), .15, .04)][f]()
for yaw in (36.5, -36.5):                                                 # easels in the aisle
    with pol(yaw, 5.0):
        box((0, 0, 1.35), (.9, .04, 1.2), K.black, .008); box((0, -.024, 1.35), (.82, .006, 1.12), picture('ea%d' % yaw, 'art%d' % (0 if yaw > 0 else 2), 1, False))
        for s in (-1, 1): tube([(s*.36, .0, 1.9), (s*.46, -.04, 0)], .014, K.oak, 6)
        tube([(0, .02, 1.9), (0, .55, 0)], .014, K.oak, 6); mark_spot('easel, %s' % ('right' if yaw > 0 else 'left'), (0, -.03, 1.35), .82, 1.12)
for p, t in (((0, 4.5, 6.2), (0, 6.2, .8)), ((1.0, -6.0, 6.4), (2.2, -8.9, 2.6)), ((-1.6, -5.6, 6.4), (-3.1, -8.45, 2.6))): spot(p, 120, WARM2, 50, .8, .1, t)
finish(OUT, W, W//2, SPP, True)
