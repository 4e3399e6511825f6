import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rooms import *
# An auditorium: side walls come together towards the stage, two tiers of balconies, curved rows on steps of 20 cm about (0, 24),
# a screen of 13.4 x 5.6 m that nothing covers. Doors beside the stage: lobby on the left, expo on the right.
a = sys.argv[sys.argv.index('--')+1:]; W, SPP, OUT = int(a[0]), int(a[1]), a[2]
reset(); K = Mats(); dusk(.3); FL2 = terrazzo('floor2', False); H = 9.6
ONLY = os.environ.get('ONLY')                                             # 'screen' or 'stage': only that light, for the loop
carpet = fabric('carpet', (.055, .058, .11), .3, 90); fslate = fabric('fslate', (.085, .10, .19))
boards = wood('boards', (.05, .025, .014), (.15, .08, .045), 'x', .26, .35)
C = (0, 24, 0); RS = 15.2; arc = lambda r0, r1, z0, z1, m, half, n=96, **k: lathe(rrect(r0, r1, z0, z1, .008), m, n, 270-half, 270+half, closed=True, c=C, **k)
box((0, 3, -.05), (30, 22, .1), carpet)
# rows -----------------------------------------------------------------
def seat(f):
    with at(): pass
    o = [box((0, 0, .44), (.50, .46, .13), f, .05), box((0, -.24, .74), (.50, .11, .60), f, .05), box((0, -.305, .70), (.44, .02, .5), K.walnut, .008), box((.275, -.02, .60), (.05, .40, .05), K.walnut, .014), box((.275, -.05, .3), (.035, .3, .58), K.black)]
    return o
protos = {}
for n_, f in (('a', K.fnavy), ('b', fslate), ('c', K.fred)): protos[n_] = [(o, o.matrix_world.copy()) for o in seat(f)]
rs = random.Random(3)
for i in range(10):
    r = RS+2.5+1.0*i; z = .2*i; xm = min(5.2+.72*i, 10.6)
    if i: arc(r-.5, r+.52, z-.6, z, carpet, math.degrees(math.asin(min(.55, (xm+1.4)/r))))
    n = int(xm/.585)
    for j in range(-n, n+1):
        x = j*.585
        if 2.55 < abs(x) < 3.75 or (i > 4 and 8.0 < abs(x) < 9.0): continue
        t = x/r; m = Matrix.Translation((r*math.sin(t), 24-r*math.cos(t), z)) @ Matrix.Rotation(t, 4, 'Z')
        k = 'c' if rs.random() < .035 else 'b' if rs.random() < .3 else 'a'
        for o, m0 in protos[k]:
            q = o.copy(); q.matrix_world = m @ m0; bpy.context.scene.collection.objects.link(q)
    for s in (-1, 1):
        t = s*3.15/r
        if i: 
            rr = r-.505; box((rr*math.sin(t), 24-rr*math.cos(t)+0, z-.03), (.95, .014, .02), K.warm, 0, math.degrees(t))
for l in protos.values():
    for o, _ in l: o.location.z -= 50; o.matrix_world = Matrix.Translation((0, 0, -50)) @ o.matrix_world
# stage ------------------------------------------------------------------
arc(RS-6, RS, 0, .9, K.walnut, 25.5); arc(RS-6, RS+.08, .9, .95, boards, 25.8)
arc(RS+.0, RS+.012, .10, .13, K.red, 25.4); arc(RS+.05, RS+.09, .84, .86, K.warm, 25.7)
for k in range(-26, 27):
    t = math.radians(k*.96); rr = RS+.03; box((rr*math.sin(t), 24-rr*math.cos(t), .46), (.16, .04, .66), K.oak, .006, k*.96)
for s in (-1, 1):
    for i in range(5):
        with at(s*4.9, 9.2, 0, s*19): box((0, -.15-.28*i, (.95-.19*(i+1)+.06)/2), (1.5, .3, .95-.19*(i+1)+.06), K.walnut, .008); box((0, -.30-.28*i, .95-.19*(i+1)+.045), (1.4, .01, .012), K.warm)
box((0, 12.1, H/2), (16.6, .3, H), K.felt)
SC = (0, 11.55, 4.55); box((0, 11.72, 4.55), (13.8, .25, 6.0), K.black, .03); box(SC, (13.4, .03, 5.6), picture('scr', 'screen', 1.15)); mark_spot('large screen above the stage', (0, 11.53, 4.55), 13.4, 5.6)
box((0, 11.6, 7.72), (14.2, .1, .03), K.warm); box((0, 11.6, 1.42), (13.8, .1, .025), K.warm)
for s in (-1, 1): slats(s*7.9-1.0, s*7.9+1.0, 0, H, K.oak, K.felt, y=11.9); box((s*7.0, 11.6, 4.55), (.03, .05, 6.3), K.warm)
# lectern, chairs
with at(-3.6, 10.0, .95, 18):
    box((0, 0, .52), (.62, .42, 1.04), K.walnut, .02); [box((-.27+.09*i, -.225, .52), (.045, .03, .96), K.oak, .004) for i in range(7)]; o = box((0, -.02, 1.09), (.78, .56, .05), K.nero, .012); o.matrix_world = o.matrix_world @ Matrix.Rotation(math.radians(-10), 4, 'X'); tube([(.2, .1, 1.1), (.2, .05, 1.35), (.15, .0, 1.45)], .008, K.black, 6); box((0, -.25, .05), (.6, .012, .02), K.red)
with at(3.2, 10.3, .95):
    lathe([(0, .012), (1.7, .012), (1.71, 0)], K.rug, 64); round_table(.34, .46, K.marble, K.brass)
    for x, y, r_, f in ((-1.05, .15, -25, K.fsand), (1.0, .15, 205, K.fsand), (0, .95, -90, K.fred)):
        with at(x, y, 0, r_): tub_chair(f, K.brass)
    with at(0, 0, .46): cyl((0, 0, 0), .08, .015, K.brass, 24); cyl((0, 0, 0), .01, .2, K.brass, 10); ball((0, 0, .28), .085, K.globe)
for x in (-5.9, 5.95):
    with at(x, 11.0, .95): planter(.36, .5, K.potd); (broad(1.5, K.leaf3, K.bark, 30, 4, .42, .4) if x < 0 else palm(1.9, K.leaf, K.bark, 12, 9, .42, .8))
# side walls with balconies and doors ------------------------------------
TH = 74.4
for s, room in ((-1, 'lobby'), (1, 'expo')):
    with at(s*10.2, 3.2, 0, -s*TH):
        dx = -s*5.1
        wall(-8.6, 8.6, H, K.slateb, [(dx, 2.4, 2.8)]); portal(K, dx, 2.4, 2.8, room, FL2, 6.6, -s*1.9, to=room, D=4.2)
        for x0, x1 in ((-8.6, dx-1.5), (dx+1.5, 8.6)): slats(x0, x1, 0, 4.2, K.oak, K.felt, .05, .05, y=-.02)
        for tier, (z, dep, e0) in enumerate(((4.25, 1.7, 6.6), (6.75, 1.35, 6.2))):
            L0, L1 = sorted((-s*e0, s*8.6)); L = L1-L0; xc = (L0+L1)/2
            box((xc, -dep/2, z+.1), (L, dep, .2), K.ceil); box((xc, -dep, z+.38), (L, .08, .98), K.walx, .02); box((xc, -dep-.045, z-.08), (L, .014, .028), K.red if tier == 0 else K.warm); box((xc, -dep-.05, z+.80), (L, .012, .016), K.warm); box((xc, -dep, z+.90), (L+.02, .14, .05), K.brass, .012)
            boxes([((L0+.06+.12*i, -dep-.05, z+.36), (.05, .03, .74)) for i in range(int(L/.12))], K.oak)
            ex = L0 if s > 0 else L1; box((ex, -dep/2, z+.40), (.08, dep, 1.0), K.walnut, .02)
            slats(-8.6, 8.6, z+.2, min(H, z+2.5), K.oak, K.felt, .07, .08, y=-.02) if tier == 0 else None
            q = -6.0
            while q < 8:
                xx = s*q
                if L0+.4 < xx < L1-.4: 
                    ball((xx, -.2, z+1.75), .11, K.globe, 20); cyl((xx, -.2, z+1.6), .05, .04, K.brass, 16); tube([(xx, 0, z+1.6), (xx, -.2, z+1.6)], .012, K.brass, 6)
                    for d in (-.5, .5): box((xx+d, -dep+.45, z+.62), (.5, .12, .75), K.fnavy if d < 0 else K.fred if int(q) % 3 == 0 else K.fnavy, .05)
                q += 1.9
            area((xc, -dep*.55, z-.05), (L, .8), 65, WARM); area((xc, -.6, z+2.2), (L, .5), 75, WARM, (15, 0, 0))
        for q in range(3): cyl((-s*(6.2-q*1.5), -.9, 4.23), .06, .012, K.dl, 20, .002)
# ceiling: timber clouds with light between
box((0, 3, H+.05), (28, 20, .1), K.navyw)
wc = wood('cloud', (.19, .095, .045), (.42, .25, .13), 'x', .4, .3)
for i, y in enumerate((9.9, 7.1, 4.3, 1.5, -1.3)):
    V, F = [], []; n = 24; wd = 15.6+i*1.6; z0 = 8.25+.10*i
    for k in range(n+1):
        u = k/n-.5
        for dy, dz in ((-1.15, .28), (1.15, -.05)):
            for th in (0, .10): V.append((u*wd, y+dy, z0+dz+th-1.0*u*u*1.6+.25))
    for k in range(n):
        b = k*4; F += [(b, b+2, b+6, b+4), (b+1, b+5, b+7, b+3), (b, b+4, b+5, b+1), (b+2, b+3, b+7, b+6)]
    o = obj('cloud', V, F, wc, True); o.data.use_auto_smooth = True; o.data.auto_smooth_angle = .6
    V2 = [v for v in V]; tube([(V[k*4+2][0], V[k*4+2][1]+.03, V[k*4+2][2]) for k in range(n+1)], .018, K.warm, 6)
# light bridge: its lamps are where the beams of the loop begin
for z in (7.65, 7.95): tube([(-6.4, 8.4, z), (6.4, 8.4, z)], .03, K.black, 8)
for i in range(17): tube([(-6.4+i*.8, 8.4, 7.65), (-6.0+i*.8, 8.4, 7.95)], .015, K.black, 5)
for x in (-6, 6): tube([(x, 8.4, 7.9), (x, 8.4, H)], .012, K.black, 5)
lens = emit('lens', (1, .86, .70), 7)
for i, (x, tx) in enumerate(((-5.6, -4.6), (-4.2, -3.4), (-2.4, -1.6), (2.4, 1.6), (4.2, 3.4), (5.6, 4.6))):
    d = (Vector((tx, 10.4, .95))-Vector((x, 8.3, 7.5))).normalized(); p = Vector((x, 8.3, 7.5))
    tube([p-d*.05, p+d*.02, p+d*.38], .14, K.black, 20); tube([p+d*.37, p+d*.385], .12, lens, 20)
    SPOTS.append(('beam', p+d*.40, [p+d*.40, Vector((tx, 10.4, .95))]))
# light ------------------------------------------------------------------
if ONLY: [bpy.data.objects.remove(o) for o in list(bpy.data.objects) if o.type == 'LIGHT']
if ONLY != 'stage': area((0, 11.3, 4.5), (13, 5.4), 950, (1, 1, 1) if ONLY else (.62, .26, .85), (-90, 0, 0))
if ONLY != 'screen':
    for x, tx, p in ((-4.2, -3.5, 2000), (2.6, 3.0, 1500), (4.4, 3.4, 1100), (-1.5, 0, 1000)): spot((x, 7.6, 7.8), p, (1, 1, 1) if ONLY else (1, .80, .60), 34, .8, .25, (tx, 10.2, 1.0))
if not ONLY:
    area((0, -8.5, 7.0), (14, 3), 420, (1, .80, .62), (58, 0, 0)); area((0, 11.2, 2.2), (12, 1.2), 60, WARM, (-90, 0, 0))
    area((0, 1.5, 8.0), (15, 12), 800, (1, .76, .52)); area((0, 5.5, 7.4), (14, 9), 260, WARM2, (180, 0, 0))
    for s in (-1, 1): area((s*9.0, 6.5, .4), (.4, 5), 60, (.45, .40, 1), (0, -s*150, 0))
if ONLY: K.globe.node_tree  # emission stays out of the light maps: only the passes Diff and Gloss are used
finish(OUT, W, W*9//16, SPP, False, 19, (0, -4.5, 3.75), (88.6, 0, 0))
