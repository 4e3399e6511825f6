import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rooms import *
# The building from the square at dusk: the entrance under three arches of light, timber fins before lit halls, wet paving,
# the thread of red light that leads in. The entrance stands left of the middle: the app's panel lies on the right.
a = sys.argv[sys.argv.index('--')+1:]; W, SPP, OUT = int(a[0]), int(a[1]), a[2]
reset(); K = Mats(); dusk(.70, (.5, 1)); FL2 = terrazzo('floor2', False); H = 7.2; EX = -2.4
m = M('paving'); p = m.pos(); x, y, z = m.xyz(p); jx = m.math('ABSOLUTE', m.math('SUBTRACT', m.math('FRACT', m.math('DIVIDE', x, 1.2)), .5)); jy = m.math('ABSOLUTE', m.math('SUBTRACT', m.math('FRACT', m.math('DIVIDE', y, .6)), .5))
j = m.math('MAXIMUM', m.math('GREATER_THAN', jx, .496), m.math('GREATER_THAN', jy, .492)); tile = m.n('TexWhiteNoise', {'Vector': m.vec(m.math('FLOOR', m.math('ADD', m.math('DIVIDE', x, 1.2), .5)), m.math('FLOOR', m.math('ADD', m.math('DIVIDE', y, .6), .5)), 0)}, noise_dimensions='3D').outputs[0]
wet = m.noise(m.vec(x, y, 0), .35, 6, .6, .6); c = m.mix(tile, (.040, .042, .055, 1), (.062, .062, .075, 1)); c = m.mix(j, c, (.012, .013, .02, 1)); pav = m.done(m.pbr(c, m.math('ADD', m.rng(wet, .35, .65, .05, .30), m.math('MULTIPLY', tile, .05)), Specular=.6))
box((0, 0, -.05), (120, 60, .1), pav)
# halls -----------------------------------------------------------------
X0, X1 = -22, 22
box((0, 5.5, .06), (44, 11, .12), FL2)
with at(0, 9.0): wall(X0, X1, H, K.slateb); slats(-10.5, 5.5, 0, H, K.oak, K.felt, .08, .08, y=-.02)
box((0, 4.6, H+.25), (45.5, 11.5, .5), K.navyw); box((0, 4.6, H-.02), (44, 10, .04), K.ceil); box((0, -1.16, H+.25), (45.6, .05, .56), K.walx); box((0, -1.20, H-.01), (45.6, .03, .04), K.red); box((0, -.6, H-.04), (45.4, 1.2, .04), K.oakx)
boxes([((X0+.3+i*.6, 4.2, H-.2), (.07, 8, .28)) for i in range(73)], K.oaky)
bays = [x for x in range(-22, 23, 4)]
for bx in bays:
    if abs(bx-EX) > 3.7: box((bx, 0, H/2), (.14, .2, H), K.black)
for x_ in range(-22, 22, 4):
    lo, hi = x_, x_+4
    for l, h_ in ((lo, min(hi, EX-3.6)), (max(lo, EX+3.6), hi)):
        if h_-l > .3: box(((l+h_)/2, 0, H/2), (h_-l, .02, H), K.glass); [box(((l+h_)/2, 0, zz), (h_-l, .12, .08), K.black) for zz in (.06, 3.4, H-.06)]
fins = []
xx = X0
while xx < X1:
    if abs(xx-EX) > 3.9 and int((xx-X0)/.34) % 12 not in (0, 1, 2, 3, 4, 5): fins.append(((xx, -.32, H/2+.1), (.06, .34, H-.2)))
    xx += .34
boxes(fins, K.oak)
# interior life
with at(9.5, 8.6): shelf(-3.8, 8, .2, 6.2, K, 3, .46)
with at(-16.5, 8.8): box((0, 0, 3.2), (7.5, .06, 3.6), picture('st', 'stage', 1.6)); 
for cx, rr, z in ((EX, 2.1, 5.2), (EX, 1.3, 5.8), (8.0, 1.5, 5.0), (13.5, 1.1, 5.3), (-11.5, 1.4, 5.1)):
    lathe(rrect(rr-.03, rr+.03, z, z+.14, .006), K.brass, 96, closed=True, c=(cx, 4.6, 0)); lathe([(rr-.035, z-.002), (rr+.035, z-.002)], K.warm, 96, c=(cx, 4.6, 0)); lathe([(rr+.032, z+.03), (rr+.032, z+.11)], K.warm, 96, c=(cx, 4.6, 0))
r = random.Random(6); globes([(r.uniform(5, 18), r.uniform(2, 6), r.uniform(2.6, 4.6)) for _ in range(14)]+[(r.uniform(-19, -8), r.uniform(2, 6), r.uniform(2.6, 4.4)) for _ in range(10)], H-.2, K.globe, K.black, (.13, .24), 4)
with at(EX, 6.4): 
    lathe(rrect(1.5, 1.75, .12, 1.15, .03), K.navy, 64, 212, 328, closed=True); [box((1.78*math.cos(math.radians(213+114*i/39)), 1.78*math.sin(math.radians(213+114*i/39)), .62), (.045, .085, .96), K.oak, 0, 213+114*i/39) for i in range(40)]; lathe(rrect(1.4, 1.9, 1.15, 1.2, .02), K.marble, 64, 210, 330, closed=True); lathe([(1.80, .16), (1.80, .20)], K.red, 64, 213, 327)
    for i, r_ in enumerate((.7, 1.05, 1.4)):
        with at(0, 2.4, 3.0):
            o = torus((0, 0, 0), r_, .035, K.warmhi if i else K.red, 64, 0, 180); o.matrix_world = o.matrix_world @ Matrix.Rotation(math.radians(90), 4, 'X')
            for s in (-1, 1): box((s*r_, 0, -.4), (.06, .06, .8), K.warmhi if i else K.red)
for cx, f, s in ((9.5, K.fnavy, 1), (14.5, K.fteal, 2), (-9.5, K.frust, 3)):
    with at(cx, 3.6, .12): arc_sofa(1.25, 30, 150, f, K.walnut, [K.fred, K.fsand, K.fcream], s); round_table(.5, .38, K.marble, K.brass)
for cx, k in ((6.2, 0), (12, 1), (17.5, 0), (-7.2, 1), (-13.5, 0)):
    with at(cx, 2.0, .12): planter(.42, .6, K.pot); (palm(2.8, K.leaf, K.bark, 13, 2+cx, .5, 1.1) if k else tree(3.4, K.leaf3, K.bark, 2600, 1.0, int(cx+30), .15, .04))
# the entrance: three arches stepping inwards
with at(EX, 0):
    for i, (R_, hs, y0, t, mt, ln) in enumerate(((3.3, 3.0, -1.9, 1.9, K.navyw, K.warmhi), (2.8, 2.85, -1.5, 1.5, K.walnut, K.warm), (2.3, 2.7, -1.1, 1.1, K.navyw, K.red))):
        n = 64; o_ = R_+.5; pts = lambda rr: [(-rr, 0.)]+[(rr*math.cos(math.pi-math.pi*q/n), hs+rr*math.sin(math.pi-math.pi*q/n)) for q in range(n+1)]+[(rr, 0.)]
        A_, B_ = pts(R_), pts(o_); V = [(x_, y0, z_) for x_, z_ in A_]+[(x_, y0, z_) for x_, z_ in B_]+[(x_, y0+t, z_) for x_, z_ in A_]+[(x_, y0+t, z_) for x_, z_ in B_]; q = len(A_); F = []
        for k_ in range(q-1): F += [(k_, k_+1, q+k_+1, q+k_), (k_, 2*q+k_, 2*q+k_+1, k_+1), (q+k_, q+k_+1, 3*q+k_+1, 3*q+k_)]
        obj('archp', V, F, mt); tube([(x_*(1+.05/R_*0), y0-.03, z_) for x_, z_ in pts(R_+.06)], .035, ln, 8)
    for s in (-1, 1):
        box((s*1.15, .1, 1.45), (2.2, .03, 2.75), K.glass); box((s*.06, .05, 1.45), (.06, .08, 2.7), K.black); tube([(s*.16, -.03, .9), (s*.16, -.03, 1.7)], .018, K.brass, 8)
        for q in (1.15, 2.28): box((s*q, .1, 1.45), (.05, .08, 2.75), K.black)
    box((0, .1, 2.86), (4.6, .1, .09), K.black); box((0, .1, 2.80), (4.4, .06, .02), K.warm); box((0, -.7, .05), (6.4, 3.0, .10), K.nero); box((0, -2.21, .05), (6.4, .012, .03), K.warm)
# the lobby's drum above the roof
lathe([(4.6, H+.5), (4.6, H+2.6), (4.9, H+2.6), (4.9, H+2.9), (0, H+3.4)], K.navyw, 96, c=(EX, 7.0, 0), sharp=20); lathe([(4.63, H+.8), (4.63, H+2.3)], emit('drum', (1, .66, .36), 1.15), 96, c=(EX, 7.0, 0)); lathe([(4.92, H+2.60), (4.92, H+2.66)], K.red, 96, c=(EX, 7.0, 0))
for i in range(96): t = 2*math.pi*i/96; box((EX+4.68*math.cos(t), 7.0+4.68*math.sin(t), H+1.55), (.10, .10, 1.9), K.walnut, 0, math.degrees(t))
# square: thread, benches, lamps, trees, water
def ribbon(P, w, mt, z=.006):
    V = []
    for i, (x_, y_) in enumerate(P):
        d = (Vector(P[min(i+1, len(P)-1)])-Vector(P[max(i-1, 0)])).normalized(); V += [(x_-d.y*w/2, y_+d.x*w/2, z), (x_+d.y*w/2, y_-d.x*w/2, z)]
    obj('rib', V, [(2*i, 2*i+1, 2*i+3, 2*i+2) for i in range(len(P)-1)], mt)
ribbon([(EX+.0+3.4*math.sin((i/60)**1.3*2.6)*(i/60), -2.3-17*i/60) for i in range(61)], .07, emit('thr', RED, 2.6))
for s in (-1, 1): ribbon([(EX+s*2.9+2.2*math.sin((i/60)**1.3*2.6)*(i/60), -2.3-17*i/60) for i in range(61)], .035, emit('wl', WARM2, 1.6))
for x_, y_ in ((-9.8, -4.6), (4.4, -4.2), (9.6, -5.6), (-15.5, -5.4), (15.5, -4.4)):
    with at(x_, y_):
        lathe([(0, 0), (1.15, 0), (1.15, .42), (1.0, .46), (.9, .46), (.9, .36), (0, .36)], K.potd, 64); lathe(rrect(1.0, 1.5, .40, .47, .015), K.oakx, 64, 200, 340, closed=True); lathe([(1.155, .04), (1.155, .07)], K.warm, 64); tree(4.6 if abs(x_) < 12 else 5.2, [K.leaf, K.leaf3][int(abs(x_)) % 2], K.bark, 5200, 1.5, int(x_*3+70), .16, .04); blades(.5, K.leaf2, 60, int(x_+50), .36, .02, (.6, .6), .7)
    spot((x_-1.0, y_-2.6, .25), 420, WARM2, 60, .8, .1, (x_, y_, 3.4))
for x_, y_ in ((-7.2, -7.8), (1.9, -7.0), (6.7, -8.4), (-12.6, -8.6), (12.6, -7.6)):
    cyl((x_, y_, 0), .10, .03, K.black, 20); cyl((x_, y_, 0), .028, 3.0, K.black, 12); ball((x_, y_, 3.18), .20, K.globe, 28); point((x_, y_, 3.18), 30, (1, .74, .48), .2)
with at(-7.0, -9.6, 0, 14): box((0, 0, .42), (1.9, .5, .07), K.oakx, .015); [box((s*.75, 0, .2), (.07, .44, .4), K.black) for s in (-1, 1)]
with at(3.8, -9.4, 0, -12): box((0, 0, .42), (1.9, .5, .07), K.oakx, .015); [box((s*.75, 0, .2), (.07, .44, .4), K.black) for s in (-1, 1)]
with at(0, 10, 0, 90): skyline(K.city, 21, 320, (-75, 75), (120, 600), -6, 74)
# light
for cx, w_, p_ in ((-15, 12, 1500), (EX, 9, 1700), (11, 16, 2200)): area((cx, 4.8, H-.5), (w_, 6), p_, (1, .72, .42)); area((cx, 8.2, 5.8), (w_, .4), p_*.30, WARM, (20, 0, 0))
area((-16.5, 8.5, 3.2), (7, 3.4), 120, (.45, .40, 1), (-90, 0, 0)); area((EX, -.9, 4.6), (3, 1.4), 90, WARM); area((EX, -1.2, 3.2), (4, 3), 110, WARM, (-60, 0, 0)); area((0, -12, 14), (40, 14), 1150, (.40, .50, 1)); area((0, -.62, H-.1), (43, .9), 240, WARM)
finish(OUT, W, W*9//16, SPP, False, 23, (-.6, -17.5, 1.75), (94.0, 0, 0), (0, .02))
