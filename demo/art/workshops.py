import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rooms import *
# A bright floor of 14 m: three glazed rooms side by side along the back (teal, amber, violet), work tables before them.
# Doors: lobby (left wall), helpdesk (right wall). The glazed rooms are part of this room.
a = sys.argv[sys.argv.index('--')+1:]; W, SPP, OUT = int(a[0]), int(a[1]), a[2]
reset(); K = Mats(); dusk(.62, (1, .2)); FL = terrazzo('floor', False, (.30, .295, .285), (.38, .37, .355), .5); FL2 = terrazzo('floor2', False)
X, YG, YB, YF, H = 7.0, 4.2, 8.4, -7.6, 4.6
box((0, .4, -.05), (2*X+.2, 16.4, .1), FL); pale = wood('ash', (.36, .24, .14), (.62, .46, .30), 'x', .4, .22); paley = wood('ashy', (.36, .24, .14), (.62, .46, .30), 'y', .4, .22); palez = wood('ashz', (.36, .24, .14), (.62, .46, .30), 'z', .4, .22)
board = lacquer('board', (.86, .86, .85), .18)
COL = [((.06, .30, .33), (.78, 1, .97), K.fteal), ((.66, .34, .09), (1, .84, .55), K.frust), ((.20, .15, .42), (.86, .78, 1), K.fnavy)]
clear = glass('clear', (.95, .98, 1), .12)
lapt = lacquer('lapt', (.20, .21, .26), .35); lscr = emit('lscr', (.35, .5, 1), .6)
NOTE = [emit('n%d' % i, c, .75) for i, c in enumerate(((1, .82, .30), (.98, .45, .40), (.45, .80, .95), (.62, .9, .55), (.97, .0, .055)))]
def notes(x0, x1, z0, z1, n, seed, y=-.03):
    r = random.Random(seed); L = [[] for _ in NOTE]
    for i in range(n):
        k = 4 if r.random() < .06 else int(r.random()*4); L[k].append(((r.uniform(x0, x1), y, r.uniform(z0, z1)), (.105, .008, .105), 0))
    for l, m in zip(L, NOTE): boxes(l, m) if l else None
def drawn(x, y, z, w, h, seed):
    """a sketch on a board: a few lines and circles"""
    r = random.Random(seed); m = [K.navy, K.red, K.fteal]
    for k in range(5):
        cx, cz = x+r.uniform(-.35, .35)*w, z+r.uniform(-.3, .3)*h; rr = r.uniform(.06, .16)
        if k % 2: o = torus((0, 0, 0), rr, .007, m[k % 3], 40); o.matrix_world = XF[-1] @ Matrix.Translation((cx, y, cz)) @ Matrix.Rotation(math.radians(90), 4, 'X')
        else: box((cx, y, cz), (2.2*rr, .006, .012), m[k % 3]); box((cx, y, cz-.09), (1.6*rr, .006, .012), m[0]); box((cx, y, cz-.18), (1.9*rr, .006, .012), m[0])
    pts = [(x-.4*w+.8*w*i/16, y, z-.32*h+.18*h*math.sin(i*.7+seed)) for i in range(17)]; tube(pts, .008, m[seed % 3], 6)
def worktable(w, d, h, top, leg, n=3, f=None, seed=1, high=True):
    box((0, 0, h-.03), (w, d, .05), top, .014)
    for sx in (-1, 1):
        for sy in (-1, 1): tube([(sx*(w/2-.18), sy*(d/2-.14), h-.05), (sx*(w/2-.1), sy*(d/2-.08), 0)], .028, leg, 10)
    box((0, 0, h-.11), (w-.4, d-.3, .08), leg, .01)
    for s in (-1, 1):
        for i in range(n):
            xx = (i-(n-1)/2)*(w*.86/n)
            with at(xx, s*(d/2+.28)):
                if high: stool([K.fred, K.fsand, K.fteal, K.fnavy][(i*2+(s > 0)+seed) % 4], K.brass, h-.30)
                else:
                    with at(0, 0, 0, 0 if s < 0 else 180): chair([K.fred, K.fsand, K.fteal, K.fnavy][(i*2+(s > 0)+seed) % 4], palez)
    r = random.Random(seed); boxes([((r.uniform(-w*.4, w*.4), r.uniform(-d*.32, d*.32), h+.004), (.21, .29, .006), r.uniform(0, 90)) for _ in range(9)], K.white); boxes([((r.uniform(-w*.4, w*.4), r.uniform(-d*.32, d*.32), h+.012), (.105, .105, .014), r.uniform(0, 90)) for _ in range(6)], NOTE[seed % 4])
    for i in range(2):
        with at(r.uniform(-w*.35, w*.35), r.uniform(-d*.2, d*.2), h, r.uniform(-30, 30)): box((0, 0, .010), (.34, .24, .018), K.white, .006); o = box((0, .13, .12), (.34, .012, .23), lapt, .005); box((0, .123, .125), (.31, .002, .19), lscr)
    for i in range(3): lathe([(0, 0), (.036, 0), (.04, .09), (.034, .09), (.03, .01)], [K.white, K.fred, K.potd][i], 20, c=(r.uniform(-w*.42, w*.42), r.uniform(-d*.35, d*.35), h))
# three glazed rooms -----------------------------------------------------
RW = 2*X/3
for k in range(3):
    xc = -X+RW*(k+.5); wallc, lc, f = COL[k]
    cm = plaster('col%d' % k, wallc, .7, .06); cc = fabric('carp%d' % k, tuple(v*.55 for v in wallc), .3, 90)
    with at(xc, YG):
        D = YB-YG; box((0, D/2, .005), (RW-.1, D, .012), cc); box((0, D/2, 3.42), (RW, D, .1), K.ceil)
        box((0, D+.05, 1.75), (RW, .1, 3.5), cm)
        for s in (-1, 1): box((s*(RW/2-.04), D/2+.05, 1.75), (.06, D-.1, 3.5), cm)
        for i in range(9): box(((i-4)*.55, D/2, 3.28), (.05, D-.3, .16), palez)
        # back wall: board, notes, shelf with lamp
        box((0, D-.04, 1.75), (2.9, .05, 1.5), K.black, .012); box((0, D-.075, 1.75), (2.82, .02, 1.42), board, .006); drawn(-.6, D-.09, 1.8, 1.4, 1.1, k+1); notes(.25, 1.3, 1.2, 2.3, 16, k+3, D-.09); mark_spot('board in the %s room' % ('left', 'middle', 'right')[k], (0, D-.09, 1.75), 2.82, 1.42)
        torus((0, D/2-.2, 2.75), .75, .022, emit('rl%d' % k, lc, 3)); torus((0, D/2-.2, 2.72), .45, .018, K.warm)
        for t in (0, 2.1, 4.2): tube([(.75*math.cos(t), D/2-.2+.75*math.sin(t), 2.75), (.75*math.cos(t), D/2-.2+.75*math.sin(t), 3.4)], .004, K.black, 4)
        with at(0, D/2-.2): (worktable(2.5, 1.15, .75, pale, K.black, 3, None, k+2, False) if k != 1 else None)
        if k == 1:
            with at(0, D/2-.2):
                lathe(rrect(0, .85, .70, .75, .015), pale, 64, closed=True); lathe([(.4, 0), (.38, .03), (.06, .06), (.05, .7)], K.black, 40)
                for i in range(6): 
                    t = i*math.pi/3+.3
                    with at(1.12*math.cos(t), 1.12*math.sin(t), 0, math.degrees(t)+90): chair([K.fred, K.fsand, K.fteal][i % 3], palez)
                boxes([((-.3, .1, .755), (.21, .29, .006), 20), ((.25, -.2, .755), (.21, .29, .006), -30), ((.1, .35, .755), (.21, .29, .006), 60)], K.white)
        with at(-RW/2+.45, D-.55): planter(.26, .45, K.pot); (broad(1.35, K.leaf3, K.bark, 26, 8+k, .4, .32) if k != 1 else palm(1.6, K.leaf, K.bark, 10, 5, .4, .65))
        with at(RW/2-.30, D-.35): box((0, 0, .9), (.4, .4, 1.8), pale, .01); [box((0, -.19, .35+i*.42), (.34, .03, .02), K.warm) for i in range(4)]
        area((0, D/2, 3.15), (RW-.8, D-.8), 210, lc)
        # front: glass with a door, frames of pale wood, coloured head
        gd = .9 if k == 0 else -.9 if k == 2 else 0.
        for x in (-RW/2,)+((RW/2,) if k == 2 else ()): box((x, -.01, 1.72), (.16, .24, 3.46), palez, .01)
        for x in (gd-.62, gd+.62): box((x, 0, 1.75), (.07, .12, 3.5), palez, .008)
        for x in (-RW/2+.08, RW/2-.08): pass
        box((0, 0, 3.42), (RW, .18, .20), pale, .01); box((0, 0, 2.55), (RW, .08, .06), pale, .006); box((0, 0, .06), (gd-.6+RW/2 if 0 else RW, .08, .10), pale, .006) if 0 else None
        for x0, x1 in ((-RW/2+.08, gd-.62), (gd+.62, RW/2-.08)):
            if x1-x0 > .2: box(((x0+x1)/2, 0, 1.3), (x1-x0, .012, 2.5), K.glass); box(((x0+x1)/2, 0, .06), (x1-x0, .08, .12), pale, .006); box(((x0+x1)/2, -.012, 1.35), (x1-x0, .004, .10), emit('band%d' % k, tuple(v*.9 for v in wallc), .8))
        box((0, 0, 2.98), (RW-.2, .012, .8), K.glass)
        with at(gd-.60, -.02, 0, -62): box((.58, 0, 1.27), (1.10, .012, 2.44), clear); [box((x, 0, 1.27), (.05, .05, 2.46), palez, .006) for x in (.03, 1.13)]; [box((.58, 0, z), (1.1, .05, .06), pale) for z in (.06, 2.47)]; tube([(1.05, -.06, .9), (1.05, -.06, 1.35)], .014, K.brass, 8)
        box((0, -.10, 3.42), (RW-.3, .02, .022), emit('hd%d' % k, lc, 2.4)); 
    mark_spot('%s glazed room, door' % ('left', 'middle', 'right')[k], (xc+gd, YG-.1, 1.25), 1.2, 2.5)
# wall above the rooms: clerestory with shelves of plants
box((0, YG+.12, 4.05), (2*X, .2, 1.2), K.slateb); slats(-X, X, 3.55, H, palez, None, .05, .07, .05, y=YG+.02)
# side walls with doors ----------------------------------------------------
for s, mood, to in ((-1, 'lobby', 'lobby'), (1, 'help', 'helpdesk')):
    with at(s*X, 0, 0, -s*90):                                             # local x = -s * world y
        dx = -s*2.72
        wall(-8, 8, H, K.slateb, [(dx, 2.4, 2.6)]); portal(K, dx, 2.4, 2.6, mood, FL2, 5.6, -s*1.9, to, 4.6)
        x0, x1 = sorted((dx-s*1.45, -s*YG)); slats(x0, x1, 0, H, palez, K.felt, y=-.02); x0, x1 = sorted((dx+s*1.45, s*5)); slats(x0, x0+.55 if s > 0 else x1, 0, H, palez, K.felt, y=-.02) if 0 else slats(*sorted((dx+s*1.45, dx+s*2.1)), 0, H, palez, K.felt, y=-.02)
        bx = dx+s*3.5; box((bx, -.05, 1.75), (2.2, .06, 1.5), palez); box((bx, -.085, 1.75), (2.12, .02, 1.42), board); drawn(bx-.3, -.1, 1.75, 1.4, 1.1, 5+s); notes(bx+.2, bx+.95, 1.2, 2.3, 14, 9+s, -.1)
        area((-s*1.0, -1.0, H-.3), (9, .5), 150, (1, .86, .68), (18, 0, 0))
# ceiling: white, timber beams, sky lights
box((0, .4, H+.05), (2*X+.3, 16.4, .1), K.slateb)
boxes([((-X+.35+i*.92, -1.7, H-.16), (.09, 11.6, .32)) for i in range(17)], paley)
for i in range(4): box((-4.6+i*3.07, -1.8, H-.35), (.06, 9.5, .05), K.black); box((-4.6+i*3.07, -1.8, H-.378), (.045, 9.4, .006), K.warm)
box((0, YG-.06, 3.60), (2*X, .03, .03), K.red)
area((0, -1.6, H-.5), (12.5, 9), 400, (1, .88, .72)); area((0, -1.6, 3.6), (12, 8), 190, (1, .80, .58), (180, 0, 0)); area((0, -7.2, 2.8), (12, 2), 95, (.75, .82, 1), (75, 0, 0))
# floor: tables, boards, stools
for x, y, w, ro, sd in ((-3.15, .55, 2.9, 0, 1), (3.15, .55, 2.9, 0, 2), (-3.15, -2.6, 2.9, 0, 3), (3.15, -2.6, 2.9, 0, 4)):
    with at(x, y, 0, ro): worktable(w, 1.2, .98, pale, K.black, 3, None, sd); globes([(-.8, 0, 2.45), (0, 0, 2.45), (.8, 0, 2.45)], H-.35, K.globe, K.black, (.125, .13))
def wboard(w=1.7, h=1.15, seed=1, what=None):
    box((0, 0, 1.4), (w, .04, h), palez, .012); box((0, -.025, 1.4), (w-.08, .01, h-.08), board); drawn(-.2, -.035, 1.45, w*.7, h*.9, seed); notes(.25, w/2-.12, 1.05, 1.8, 9, seed+2, -.035)
    for s in (-1, 1): box((s*(w/2+.02), 0, .95), (.04, .05, 1.9), K.black, .006); box((s*(w/2+.02), 0, .05), (.05, .6, .04), K.black, .01); [ball((s*(w/2+.02), q*.27, .03), .03, K.black, 16) for q in (-1, 1)]
    if what: mark_spot(what, (0, -.04, 1.4), w-.08, h-.08)
with at(-2.2, 3.35, 0, 9): wboard(1.25, 1.1, 2, 'rolling board between the left and the middle room')
with at(5.9, -.6, 0, -38): pass
with at(2.25, 3.35, 0, -9): easel(K, 1.0, 1.25, picture('e2', 'art2', 1, False), 1.42, 'easel between the middle and the right room')
lathe([(0, .012), (1.35, .012), (1.36, 0)], K.rug2, 80, c=(0, -1.55, 0)); lathe([(1.08, .0135), (1.2, .0135)], K.rug, 80, c=(0, -1.55, 0))
for i, (x, y, m, rr) in enumerate(((-.55, -1.3, K.fred, .3), (.45, -1.1, K.fsand, .28), (.05, -1.9, K.fteal, .3), (.75, -1.8, K.frust, .26), (-.7, -2.0, K.fnavy, .27))): lathe([(0, .03), (rr-.05, .03), (rr-.01, .08), (rr+.02, .20), (rr-.01, .34), (rr-.07, .40), (0, .415)], m, 40, c=(x, y, 0))
for x, y, k in ((-5.75, 3.6, 0), (5.75, 3.6, 1)):
    with at(x, y): planter(.36, .52, K.pot if k % 2 else K.potd); [lambda: palm(2.1, K.leaf, K.bark, 12, 12, .45, .8), lambda: broad(1.7, K.leaf3, K.bark, 32, 4, .45, .4), lambda: broad(1.5, K.leaf2, K.bark, 30, 9, .45, .36), lambda: palm(1.9, K.leaf2, K.bark, 11, 19, .45, .8)][k]()
finish(OUT, W, W*9//16, SPP, False, 20, (0, -7.2, 1.8), (90.2, 0, 0))
