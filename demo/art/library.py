import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rooms import *
# 13 x 13 m, 6.8 m high, a gallery at 3.25 m on three sides, an arched window to the city, two long desks, a lit model of the city.
# Doors: lobby (back left), expo (back right), lounge (right wall).
a = sys.argv[sys.argv.index('--')+1:]; W, SPP, OUT = int(a[0]), int(a[1]), a[2]
reset(); K = Mats(); dusk(.62, (0, 1)); FL2 = terrazzo('floor2', False)
X, YB, YF, H, GZ = 6.5, 6.2, -7.4, 6.8, 3.22
planks(-X, X, YF, YB, wood('planks', (.12, .055, .027), (.32, .18, .09), 'x', .30, .45), K.black)
green = lacquer('shade', (.02, .16, .09), .12); leather = fabric('leather', (.30, .10, .045), .1, 40); PW = 2.1
with at(0, YB):
    for s in (-1, 1):
        x0, x1 = sorted((s*2.3, s*X)); wall(x0, x1, H, K.slateb, [(s*4.55, PW, 2.4)])
    arch_wall(-2.3, 2.3, H, 0, 3.7, 3.5, K.slateb)
    portal(K, -4.55, PW, 2.4, 'lobby', FL2, 4.6, -.9, 'lobby', 4.4); portal(K, 4.55, PW, 2.4, 'expo', FL2, 4.2, 0, 'expo', 4.4)
    R_ = 1.85; pts = [(-R_, .02, .0)]+[(R_*math.cos(math.pi-math.pi*i/40), .02, 3.5+R_*math.sin(math.pi-math.pi*i/40)) for i in range(41)]+[(R_, .02, 0)]
    tube(pts, .055, K.brass, 10); box((0, .2, 2.7), (3.8, .02, 5.4), K.glass)
    for x in (-.92, 0, .92): box((x, .2, 2.6), (.05, .06, 5.2), K.black)
    for z in (.55, 1.55, 2.55, 3.5): box((0, .2, z), (3.7, .06, .05), K.black)
    for r_ in (.95,): 
        o = torus((0, 0, 0), r_, .025, K.black, 48, 0, 180); o.matrix_world = XF[-1] @ Matrix.Translation((0, .2, 3.5)) @ Matrix.Rotation(math.radians(90), 4, 'X')
    box((0, -.28, .25), (3.5, .56, .50), K.walx, .015); box((0, -.28, .54), (3.4, .52, .09), K.fnavy, .04)                     # window seat
    for x, c, ro in ((-1.45, K.fred, 8), (-1.1, K.fsand, -5), (1.35, K.fcream, 6), (1.0, K.frust, -8)): 
        o = box((x, -.10, .77), (.42, .13, .38), c, .06, ro, 5); o.matrix_world = o.matrix_world @ Matrix.Rotation(-.25, 4, 'X')
    for s in (-1, 1):
        x0, x1 = sorted((s*2.35, s*3.2)); slats(x0, x1, 0, GZ, K.oak, K.felt, y=-.02)
        x0, x1 = sorted((s*5.9, s*X)); slats(x0, x1, 0, GZ, K.oak, K.felt, y=-.02)
        x0, x1 = sorted((s*2.45, s*X)); shelf(x0, x1, GZ+.45, H-.5, K, 5+s)
    area((0, .1, 2.8), (3.6, 5.2), 190, (.42, .52, 1), (-90, 0, 0)); area((0, -.25, 4.6), (2.4, .2), 25, WARM, (30, 0, 0))
    area((-4.4, -.9, H-.25), (4, .5), 170, WARM, (25, 0, 0)); area((4.4, -.9, H-.25), (4, .5), 170, WARM, (25, 0, 0))
    area((-4.4, -.9, GZ-.1), (3.8, .8), 60, WARM2); area((4.4, -.9, GZ-.1), (3.8, .8), 60, WARM2)
with at(0, 0, 0, 90): skyline(K.city, 5, 260, (-60, 60), (220, 640))
waly = wood('waly', (.06, .028, .014), (.20, .10, .05), 'y', .36)
# gallery: slabs, rails
def rail(x, y, L, rot, posts=True):
    with at(x, y, GZ, rot):
        box((0, 0, .14), (L, .06, .44), K.walx if rot == 0 else waly, .012); box((0, -.035, -.045), (L, .014, .024), K.red); box((0, 0, .85), (L, .018, .95), K.bal) if 0 else None
        tube([(-L/2, 0, 1.32), (L/2, 0, 1.32)], .028, K.brass, 10); tube([(-L/2, 0, .46), (L/2, 0, .46)], .014, K.brass, 8)
        boxes([((-L/2+.06+i*.12, 0, .89), (.014, .014, .86)) for i in range(int(L/.12))], K.black)
for s in (-1, 1):
    box((s*4.475, YB-.65, GZ+.2), (4.05, 1.3, .3), K.ceil); rail(s*3.72, YB-1.3, 2.54, 0); box((s*2.45, YB-.65, GZ+.16), (.06, 1.36, .42), K.walnut)
    tube([(s*2.45, YB, GZ+1.32), (s*2.45, YB-1.3, GZ+1.32)], .028, K.brass, 10); boxes([((s*2.45, YB-.1-i*.12, GZ+.89), (.014, .014, .86)) for i in range(11)], K.black)
    box((s*(X-.75), (YB+YF)/2, GZ+.2), (1.5, YB-YF, .3), K.ceil); rail(s*(X-1.5), (YB-1.3+YF)/2, YB-1.3-YF, -s*90)
    for q in range(4): cyl((s*(X-.8), YB-2.2-q*1.6, GZ+.04), .06, .012, K.dl, 20, .002)
    for x in (3.7, 5.3): cyl((s*x, YB-.7, GZ+.04), .06, .012, K.dl, 20, .002)
    lathe([(.14, 0), (.14, .05), (.09, .07), (.09, GZ-.02), (.14, GZ+.04)], K.brass, 28, c=(s*(X-1.45), YB-1.25, 0)); lathe([(.14, 0), (.14, .05), (.09, .07), (.09, GZ-.02), (.14, GZ+.04)], K.brass, 28, c=(s*(X-1.45), -.7, 0))
# side walls
with at(X, 0, 0, -90):                                                    # local x = -world y
    dy = -2.75; wall(-YB, -YF, H, K.slateb, [(dy, 2.3, 2.4)]); portal(K, dy, 2.3, 2.4, 'lounge', FL2, 5.0, -1.4, 'lounge', 4.4)
    with at(dy-1.4-2.5, 0):                                               # the side of the lounge that one sees slantwise
        box((.55, 2.9, .28), (.9, 2.4, .34), K.frust, .12); box((.18, 2.9, .62), (.26, 2.4, .5), K.frust, .1); box((.4, 2.3, .62), (.14, .42, .4), K.fcream, .06)
        for i in range(2): box((.03, 2.2+i*1.25, 1.75), (.04, .95, 1.15), picture('lp%d' % i, 'art0', 1, False) if 0 else [K.fteal, K.fsand][i]); box((.015, 2.2+i*1.25, 1.75), (.03, 1.03, 1.23), K.brass)
        globes([(1.0, 1.9, 2.15), (1.3, 2.6, 1.8), (.9, 3.3, 2.3)], 2.9, K.globe, K.black)
    shelf(-YB+.1, dy-1.5, .1, GZ-.25, K, 41); shelf(dy+1.5, 5, .1, GZ-.25, K, 42); shelf(-YB+.1, 4, GZ+.45, H-.5, K, 43)
    area((-1.5, -.9, GZ-.1), (7, .8), 190, WARM2); area((-1.5, -1.0, H-.25), (8, .5), 260, WARM, (25, 0, 0))
with at(-X, 0, 0, 90):                                                    # local x = world y
    wall(YF, YB, H, K.slateb); shelf(-5, YB-.45, .1, GZ-.25, K, 51); shelf(-4, YB-.1, GZ+.45, H-.5, K, 52)
    area((1.5, -.9, GZ-.1), (7, .8), 190, WARM2); area((1.5, -1.0, H-.25), (8, .5), 260, WARM, (25, 0, 0))
    with at(3.0, -.62, 0): 
        for s in (-1, 1): tube([(s*.24, -.25, 0), (s*.2, .2, 2.85)], .02, K.oak, 8)
        for i in range(9): tube([(-.235+.0*i, -.25+.05*(i+.6), .3*(i+.6)), (.235, -.25+.05*(i+.6), .3*(i+.6))], .014, K.oak, 6)
    tube([(-4, -.42, 2.82), (5.6, -.42, 2.82)], .016, K.brass, 8)
# ceiling: coffers of oak, a large ring
box((0, (YB+YF)/2, H+.05), (2*X+.4, YB-YF+.4, .1), K.ceil)
for i in range(8): box((-5.6+i*1.6, (YB+YF)/2, H-.14), (.16, YB-YF, .28), K.walnut)
for i in range(9): box((0, YF+.6+i*1.6, H-.14), (2*X, .16, .26), K.walx)
for rr, z in ((1.9, 4.7), (1.2, 5.25)):
    with at(0, 2.0): 
        lathe(rrect(rr-.035, rr+.035, z, z+.13, .008), K.brass, 128, closed=True); lathe([(rr-.03, z-.002), (rr+.03, z-.002)], K.warm, 128)
        for i in range(3): t = i*2.094+z; tube([(rr*math.cos(t), rr*math.sin(t), z+.13), (rr*math.cos(t)*.2, rr*math.sin(t)*.2, H)], .004, K.black, 4)
area((0, 2.0, 4.6), (3.4, 3.4), 170, (1, .78, .54), shape='DISK'); area((0, -2.5, H-.4), (8, 6), 200, (1, .78, .55)); area((0, -6.3, 3.4), (9, 1.6), 120, (1, .80, .58), (42, 0, 0)); area((0, 5.2, 4.6), (3.6, .4), 55, WARM, (40, 0, 0)); area((0, 1, 4.2), (9, 7), 210, WARM2, (180, 0, 0))
# the model of the city
with at(0, 2.0):
    lathe([(0, .012), (2.35, .012), (2.36, .008), (2.36, 0)], K.rug2, 96); lathe([(1.95, .0135), (2.12, .0135)], K.rug, 96)
    lathe([(.75, 0), (.75, .08), (.62, .12), (.58, .62), (.9, .74)], K.walnut, 64); lathe(rrect(0, 1.28, .74, .84, .02), K.nero, 96, closed=True); lathe([(1.283, .77), (1.283, .80)], K.warm, 96); lathe([(.755, .03), (.753, .05)], K.red, 64)
    r = random.Random(11); B1, B2, ST = [], [], []
    for i in range(-9, 10):
        for j in range(-9, 10):
            x, y = i*.125, j*.125
            if x*x+y*y > 1.2 or abs(y-.22*math.sin(x*3)) < .085: continue
            if r.random() < .12: continue
            c = math.exp(-((x-.1)**2+(y-.4)**2)*3.2); h = .05+.10*r.random()+.42*c*r.random()**.6; (B1 if r.random() < .8 else B2).append(((x, y, .84+h/2), (r.uniform(.05, .088), r.uniform(.05, .088), h), 0))
    boxes(B1, K.white); boxes(B2, emit('mb', (1, .72, .42), 1.6))
    boxes([((i*.125+.0625, 0, .842), (.010, 2*math.sqrt(max(.01, 1.2-(i*.125)**2)), .004)) for i in (-6, -3, 0, 3, 6)], K.warm)
    n = 40; V, F = [], []
    for i in range(n+1):
        x = -1.15+2.3*i/n; y = .22*math.sin(x*3); V += [(x, y-.05, .8425), (x, y+.05, .8425)]
    F = [(2*i, 2*i+2, 2*i+3, 2*i+1) for i in range(n)]; obj('river', V, F, emit('river', (.16, .35, 1), 1.3))
    lathe(rrect(1.20, 1.24, .84, 1.0, .006), K.bal, 96, closed=True); mark_spot('lit model of the city', (0, -1.2, 1.05), 2.5, .8)
# desks
for s in (-1, 1):
    with at(s*3.05, -1.35):
        box((0, 0, .745), (1.25, 3.7, .055), K.oaky, .014); box((0, 0, .69), (1.05, 3.5, .06), K.walnut); box((0, 0, .80), (.05, 3.4, .05), K.brass, .01)
        for y in (-1.55, 1.55): box((0, y, .36), (.95, .09, .72), K.walnut, .012); box((0, y-.05 if y < 0 else y, .06), (1.0, .1, .08), K.black, .01)
        for y in (-1.15, 0, 1.15):
            with at(0, y, .775, 90): desk_lamp(green, K.brass, emit('dlg', (1, .80, .5), 4)) if 1 else None
        for y in (-1.2, -.1, 1.0):
            with at(-.88, y+.1, 0, -90+6*y): chair(leather, K.walnut)
            with at(.88, y+.1, 0, 90-7*y): chair(leather, K.walnut)
        boxes([((-.32, -.62, .79), (.26, .2, .035), 15), ((-.33, -.60, .822), (.22, .17, .03), -6), ((-.32, -.62, .85), (.2, .15, .025), 22), ((.3, .5, .79), (.26, .19, .03), -12), ((.34, -1.25, .786), (.2, .28, .022), 5), ((.33, .62, .79), (.24, .2, .04), 70)], K.books)
        for x, y, ro in ((-.34, .52, 8), (.3, -.55, -6)):                  # open books
            with at(x, y, .775, ro): box((-.085, 0, .015), (.17, .24, .022), K.white, .004); box((.085, 0, .015), (.17, .24, .022), K.white, .004); box((0, 0, .004), (.36, .26, .006), K.fred)
        area((0, 0, 1.08), (.5, 3.2), 34, (1, .74, .44)); 
    mark_spot('long desk, %s' % ('left' if s < 0 else 'right'), (s*3.05, -1.35, .9), 1.6, .5)
# globe by the window, armchair, easel, plants
with at(-2.55, 4.3):
    lathe([(.30, 0), (.30, .03), (.05, .06), (.04, .55), (.08, .6)], K.brass, 40); g = M('globe2'); p = g.n('TexCoord').outputs['Object']; f = g.noise(p, 2.6, 7, .6, .6); g.done(g.pbr(g.ramp(f, [(.51, (.012, .035, .13)), (.54, (.40, .30, .16)), (.66, (.55, .42, .24))]), .35))
    ball((0, 0, 1.08), .40, g.m, 48); o = torus((0, 0, 0), .45, .016, K.brass, 96); o.matrix_world = XF[-1] @ Matrix.Translation((0, 0, 1.08)) @ Matrix.Rotation(math.radians(68), 4, 'Y'); torus((0, 0, 1.08), .46, .014, K.brass, 96)
with at(2.75, 4.15, 0, -10): easel(K, .95, 1.25, picture('e1', 'art2', 1, False), 1.35, 'easel beside the window')
with at(-4.35, 2.55, 0, -35): tub_chair(K.frust, K.brass)
with at(-4.75, 1.7): cyl((0, 0, 0), .16, .02, K.brass, 32); cyl((0, 0, 0), .012, 1.45, K.brass, 10); lathe([(.20, 1.38), (.13, 1.66)], emit('shd', (1, .66, .36), 1.7), 40)
with at(4.9, .55): pass
for x, y, k in ((-5.6, 4.35, 0), (5.65, 5.0, 1), (1.95, 5.35, 3), (-1.95, 5.35, 3)):
    with at(x, y): planter(.32, .5, K.potd if k % 2 else K.pot); [lambda: palm(2.0, K.leaf, K.bark, 11, 12, .45, .8), lambda: broad(1.4, K.leaf3, K.bark, 28, 4, .45, .36), None, lambda: blades(.9, K.leaf3, 26, int(x*9)+60, .42, .035, (.12, .12), .25)][k]()
point((-4.6, 2.2, 1.9), 26, (1, .66, .36), .2)
for s in (-1, 1):
    for i, y in enumerate((4.2, .8)):
        with at(s*(X-1.55), y, GZ+.40, s*90+180): trailing(.75, K.leaf2, K.bark, 8, 1.1, i+s*3+9)
finish(OUT, W, W*9//16, SPP, False, 20, (0, -6.9, 1.75), (91.5, 0, 0))
