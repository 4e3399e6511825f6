import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rooms import *
a = sys.argv[sys.argv.index('--')+1:]; W, SPP, OUT = int(a[0]), int(a[1]), a[2]
reset(); K = Mats(); dusk(.62, (-.8, .6)); FL2 = terrazzo('floor2', False)
X0, X1, YB, YF, H = -6.2, 6.4, 4.4, -7.5, 3.75
# floor: oak planks, each with its own tint
r = random.Random(2); P = []; y = YF
pl = wood('planks', (.15, .075, .036), (.36, .21, .11), 'x', .34, .45)
while y < YB:
    x = X0-r.random()*1.5
    while x < X1: L = r.uniform(1.2, 2.2); P.append(((x+L/2, y+.09, -.02), (L-.004, .176, .04))); x += L
    y += .18
boxes(P, pl); box((0, -1.5, -.05), (13, 12.2, .02), K.black)
# back wall with three glowing arches and the bar
with at(0, YB):
    wall(X0, X1, H, K.slateb, [(4.85, 2.0, 2.55), (-4.55, 2.0, 2.55)]); portal(K, 4.85, 2.0, 2.55, 'lobby', FL2, rw=4.2, off=.55, to='lobby'); portal(K, -4.55, 2.0, 2.55, 'expo', FL2, rw=3.2, off=0, to='expo', D=4.4)
    slats(X0, -5.8, 0, H, K.oak, K.felt, y=-.02); slats(-3.3, -3.0, 0, H, K.oak, K.felt, y=-.02); slats(2.6, 3.55, 0, H, K.oak, K.felt, y=-.02)
    g = M('glow'); px, py, pz = g.xyz(g.pos()); g.done(g.n('Emission', {'Color': g.ramp(g.rng(pz, .9, 3.1, 0, 1), [(0, (1, .42, .14)), (1, (1, .68, .40))]), 'Strength': g.rng(pz, .9, 3.1, 1.5, .55)}).outputs[0])
    rb = random.Random(5); bm = [lacquer('b%d' % i, c, .12) for i, c in enumerate(((.30, .09, .015), (.03, .10, .04), (.45, .30, .12), (.35, .02, .03), (.55, .55, .52), (.02, .03, .08)))]
    for xc in (-2.15, -.3, 1.55):
        w, h = .72, 2.25; pts = [(xc-w, -.03, .9), (xc+w, -.03, .9)]+[(xc+w*math.cos(math.pi*i/32), -.03, h+w*math.sin(math.pi*i/32)) for i in range(33)]
        obj('arch', pts, [tuple(range(len(pts)))], g.m); tube([(xc+w, -.05, .9)]+[(xc+w*math.cos(math.pi*i/32), -.05, h+w*math.sin(math.pi*i/32)) for i in range(33)]+[(xc-w, -.05, .9)], .03, K.brass, 10)
        for z in (1.25, 1.72, 2.19):
            box((xc, -.16, z), (2*w-.06, .24, .025), K.walx); x = xc-w+.12
            while x < xc+w-.1:
                if rb.random() > .14:
                    hh = rb.uniform(.2, .31); rr = rb.uniform(.028, .042); lathe([(0, 0), (rr, .005), (rr, hh*.58), (rr*.35, hh*.74), (rr*.32, hh), (0, hh)], rb.choice(bm), 16, c=(x, -.17+rb.uniform(-.04, .04), z+.013))
                x += rb.uniform(.085, .13)
    box((-.3, -.32, .45), (5.4, .55, .9), K.walnut, .01); box((-.3, -.32, .915), (5.5, .62, .03), K.nero, .008)
    area((-.3, -.5, 2.4), (5.2, 1.6), 90, (1, .56, .26), (-80, 0, 0)); area((-.5, -.75, H-.3), (11, .3), 190, WARM, (20, 0, 0))
    with at(-.3, -1.75):
        box((0, 0, .54), (4.9, .55, 1.04), K.navy, .03); box((0, -.04, 1.085), (5.15, .78, .05), K.nero, .015)
        boxes([((-2.36+i*.0965, -.29, .55), (.05, .05, .96)) for i in range(50)], K.oak); box((0, -.3, .05), (4.8, .012, .02), K.red); box((0, -.375, 1.055), (5.1, .015, .012), K.warm)
        tube([(-2.4, -.48, .2), (2.4, -.48, .2)], .02, K.brass)
        for i in range(4):
            with at(-1.65+i*1.1, -.85): lathe([(0, .70), (.17, .70), (.195, .73), (.195, .78), (.16, .81), (0, .815)], [K.fred, K.fsand, K.fnavy, K.fsand][i], 40); cyl((0, 0, 0), .022, .7, K.brass, 16); cyl((0, 0, 0), .19, .02, K.brass, 40); torus((0, 0, .24), .14, .011, K.brass, 40); lathe(rrect(.165, .195, .80, 1.0, .013), [K.fred, K.fsand, K.fnavy, K.fsand][i], 24, 200, 340, closed=True, caps=1)
            with at(-1.65+i*1.1, -.1): lathe([(.15, 2.05), (.135, 2.16), (.05, 2.24), (0, 2.25)], K.brass, 32); ball((0, 0, 2.08), .06, K.globe, 20); tube([(0, 0, 2.25), (0, 0, H)], .004, K.black, 5)
        for x, h in ((-2.0, .16), (-1.85, .12), (1.9, .14)): cyl((x, .05, 1.11), .035, h, bm[4], 20)
        with at(2.1, 0, 1.11): cyl((0, 0, 0), .08, .18, K.potd, 24); broad(.5, K.leaf, K.bark, 14, 3, .15, .2)
        area((0, -.2, 2.3), (4.4, .6), 55, WARM)
# left: glass and city
for i in range(6): box((X0, YF+.5+i*2.25, H/2), (.14, .06, H), K.black)
box((X0, -1.5, .04), (.12, 12, .08), K.black); box((X0, -1.5, H-.05), (.12, 12, .1), K.black); box((X0, -1.5, H/2), (.02, 12, H), K.glass)
with at(0, 0, 0, 180): skyline(K.city, 8, 260)
box((X0-1.5, -1.5, -.06), (3, 16, .1), K.pot); box((X0-2.9, -1.5, .55), (.02, 16, 1.1), K.bal); tube([(X0-2.9, -9, 1.1), (X0-2.9, 6, 1.1)], .025, K.steel)
area((X0+.15, -1.5, 1.9), (3.5, 11), 190, (.40, .50, 1), (0, -90, 0))
# right: books and the screen
with at(X1, -1.2, 0, -90):
    wall(-6.5, 6.5, H, K.slateb, [(-3.8, 2.4, 2.55)]); portal(K, -3.8, 2.4, 2.55, 'library', FL2, rw=3.2, off=-.15, to='library')
    for x0, x1 in ((-2.28, -.4),):
        box(((x0+x1)/2, -.02, H/2-.1), (x1-x0+.1, .04, H-.2), K.walx); box(((x0+x1)/2, -.19, H-.28), (x1-x0+.1, .38, .16), K.walx)
        for i in range(8):
            z = .12+i*.43; box(((x0+x1)/2, -.21, z), (x1-x0, .34, .03), K.walx); box(((x0+x1)/2, -.05, z+.38), (x1-x0-.1, .02, .012), K.warm)
            if i < 7: books(x0+.04, x1-.04, z+.015, .22, K.books, i*3+int(x0), -.22)
        for x in (x0, (x0+x1)/2, x1): box((x, -.21, H/2-.1), (.035, .35, H-.3), K.walnut)
        area(((x0+x1)/2, -1.1, 2.4), (x1-x0, 1.4), 60, WARM2, (-65, 0, 0))
# ceiling: plaster, oak baffles, floating ring over the group
box((0, -1.5, H+.05), (13, 12.2, .1), K.ceil)
boxes([((X0+.3+i*.36, 2.2, H-.12), (.055, 4.4, .2)) for i in range(35)], K.oaky)
CX, CY = -2.15, -1.35
with at(CX, CY):
    lathe(rrect(1.85, 2.5, 3.30, 3.42, .01), K.ceil, 128, closed=True); lathe([(1.9, 3.43), (2.45, 3.43)], emit('cv', WARM, 7, True), 64); lathe([(1.848, 3.33), (1.848, 3.35)], K.red, 96); lathe([(2.1, 3.298), (2.14, 3.298)], K.warm, 96)
    for i in range(4): A = math.pi/4+i*math.pi/2; tube([(2.2*math.cos(A), 2.2*math.sin(A), 3.4), (2.2*math.cos(A), 2.2*math.sin(A), H)], .006, K.black, 5)
    area((0, 0, 3.25), (3.6, 3.6), 150, (1, .80, .60), shape='DISK')
    lathe([(0, .012), (2.7, .012), (2.71, .008), (2.71, 0)], K.rug, 96); lathe([(2.25, .0135), (2.5, .0135)], K.rug2, 96)
    arc_sofa(1.4, 22, 168, K.fnavy, K.walnut, [K.fred, K.fsand, K.fcream], 3)
    round_table(.58, .36, K.marble, K.brass)
    with at(.62, -.42): round_table(.32, .46, K.nero, K.brass)
    for i, aa in enumerate((232, 312)):
        A = math.radians(aa)
        with at(1.72*math.cos(A), 1.72*math.sin(A), 0, aa+180): tub_chair([K.frust, K.fsand][i], K.brass)
    boxes([((-.15, .1, .375), (.28, .2, .03), 20), ((-.15, .1, .40), (.24, .18, .025), -8)], K.books)
    with at(.2, .1, .36): cyl((0, 0, 0), .065, .17, K.potd, 24); broad(.38, K.leaf2, K.bark, 13, 5, .13, .14)
    for x, y in ((.62, -.35), (.5, -.5)): cyl((x, y, .46), .035, .07, K.white, 20)
    globes([(.15, .25, 2.35), (.65, .5, 2.75), (.85, -.3, 2.15), (.3, -.45, 2.68), (.45, .1, 1.95)], H, K.globe, K.black, (.11, .19), 4)
with at(3.5, -1.1):
    lathe([(0, .012), (1.5, .012), (1.51, 0)], K.rug2, 64); round_table(.36, .48, K.nero, K.brass)
    for aa, f in ((35, K.fteal), (-40, K.fteal), (165, K.fred)):
        A = math.radians(aa)
        with at(-1.0*math.cos(A), 1.0*math.sin(A), 0, -aa): tub_chair(f, K.brass)
    with at(0, 0, .48): cyl((0, 0, 0), .1, .015, K.brass, 24); cyl((0, 0, 0), .01, .26, K.brass, 10); ball((0, 0, .33), .09, K.globe)
with at(3.5, -1.1):
    lathe(rrect(.80, .84, 2.62, 2.74, .008), K.brass, 96, closed=True); lathe([(.802, 2.617), (.838, 2.617)], K.warm, 96); lathe(rrect(.50, .54, 2.86, 2.98, .008), K.brass, 96, closed=True); lathe([(.502, 2.857), (.538, 2.857)], K.warm, 96)
    for i in range(3):
        for q_, z_ in ((.82, 2.74), (.52, 2.98)): A = i*2.094+z_; tube([(q_*math.cos(A), q_*math.sin(A), z_), (.1*math.cos(A), .1*math.sin(A), H)], .003, K.black, 4)
    area((0, 0, 2.6), (1.5, 1.5), 45, WARM2, shape='DISK')
for (x, y, k) in ((-5.6, 1.3, 0), (-5.4, -3.4, 1), (3.05, 3.7, 2)):
    with at(x, y):
        planter(.40, .56, K.potd if k % 2 else K.pot); [lambda: palm(2.3, K.leaf, K.bark, 13, 12, .45, 1.0), lambda: broad(1.9, K.leaf3, K.bark, 40, 4, .45, .46), lambda: broad(1.6, K.leaf2, K.bark, 34, 9, .45, .36), lambda: palm(2.2, K.leaf2, K.bark, 12, 19, .45, 1.0)][k]()
spot((-4.6, .6, 3.4), 60, WARM2, 50, .8, .1, (-5.6, 1.3, 1.2)); spot((-4.4, -4.0, 3.5), 60, WARM2, 50, .8, .1, (-5.4, -3.4, 1.2))
area((0, -4, 3.6), (8, 3), 110, (1, .82, .64))
with at(0, YB): mark_spot('the bar, three lit arches', (-.3, -.05, 1.95), 4.6, 2.1)
with at(CX, CY): mark_spot('sofa group, round table', (0, 0, .4), 2.6, .9)
mark_spot('small group at the right, round table', (3.5, -1.1, .5), 2.0, .8)
finish(OUT, W, W*9//16, SPP, False, 20, (.35, -7.1, 1.55), (88.5, 0, 1.2))
