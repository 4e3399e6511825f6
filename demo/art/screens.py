"""Pictures that hang or glow in the rooms, from numpy alone."""
import sys, numpy as np, cv2
out = sys.argv[1]
def hexc(h): return np.float32([int(h[i:i+2], 16)/255 for i in (1, 3, 5)])
RED, SLATE, NAVY = map(hexc, ('#F70041', '#373F60', '#000A33'))
def save(n, a): cv2.imwrite(f'{out}/{n}.png', (np.clip(a[..., ::-1], 0, 1)*255).astype(np.uint8))
def ribbons(w, h, seed, cols, bg0, bg1, n=90):
    r = np.random.default_rng(seed); x = np.linspace(0, 1, w)[None, :]; y = np.linspace(0, 1, h)[:, None]; a = bg0+(bg1-bg0)*(y[..., None]**1.3)*np.ones((1, w, 1), np.float32)
    a = a+np.exp(-((x-.55)**2*4+(y-.55)**2*7))[..., None]*cols[0]*.28
    ph = r.random(6)*6.28
    for k in range(n):
        t = k/n; c = cols[0]*(1-t)+cols[1]*t if t < .5 else cols[1]*(1-t)+cols[2]*t
        yy = .5+.05*(t-.5)*6*np.sin(2.2*x*np.pi+ph[0]+t*1.6)+.17*np.sin(1.5*np.pi*x+ph[1]+t*2.4)+.09*np.sin(3.3*np.pi*x+ph[2]-t*3)
        d = np.abs(y-yy); a = a+(np.exp(-(d/.0022)**2)*.55+np.exp(-d/.018)*.055)[..., None]*c*(.25+.75*np.sin(np.pi*np.clip(x*1.0+.0, 0, 1))[..., None])
    return a
save('screen', ribbons(2048, 900, 4, [RED*1.1, np.float32([.62, .12, .75]), np.float32([.2, .42, 1.0])], NAVY*.9, NAVY*1.7+.02))
save('stage', ribbons(1024, 512, 9, [np.float32([.2, .4, 1]), np.float32([.5, .2, .9]), RED], NAVY*1.4, NAVY*2.2+.05))
def arches(w, h, seed):
    r = np.random.default_rng(seed); a = np.ones((h, w, 3), np.float32)*[np.float32([.93, .89, .82]), NAVY*1.3, np.float32([.86, .55, .42]), SLATE*1.1][seed % 4]
    pal = [RED, SLATE, np.float32([.95, .72, .42]), np.float32([.9, .87, .8]), NAVY, np.float32([.35, .5, .62])]
    Y, X = np.mgrid[0:h, 0:w]
    for k in range(7):
        cx, cy, rad = r.uniform(.15, .85)*w, r.uniform(.25, .95)*h, r.uniform(.12, .42)*w; d = np.hypot(X-cx, Y-cy)
        m = (d < rad) & ((Y < cy) if k % 2 else True) & ((d > rad*.55) if k % 3 == 0 else True)
        a[m] = pal[int(r.integers(6))]
    return a*(1+.06*r.standard_normal((h, w, 1)).astype(np.float32))
for i in range(4): save(f'art{i}', cv2.GaussianBlur(arches(512, 640, i), (0, 0), .7))
# more for the other rooms ------------------------------------------------------------------------------
def soft(a, k=.7): return cv2.GaussianBlur(a, (0, 0), k)
def citymap(w, h, seed=3):
    """lines of a night network: no words, only ways and stops"""
    r = np.random.default_rng(seed); s = 2; im = np.zeros((h*s, w*s, 3), np.float32); im[:] = NAVY*.9+.01
    for i in range(26):
        p = (int(r.uniform(-.1, 1.1)*w*s), int(r.uniform(-.1, 1.1)*h*s)); q = (int(r.uniform(-.1, 1.1)*w*s), int(r.uniform(-.1, 1.1)*h*s)); cv2.line(im, p, q, (SLATE*.42).tolist(), 2*s, cv2.LINE_AA)
    for k, c in enumerate((RED, np.float32([1, .72, .38]), np.float32([.35, .6, 1]), np.float32([.9, .9, .95]), np.float32([.2, .8, .7]))):
        x, y = -.05, r.uniform(.15, .85); pts = [(x, y)]
        while x < 1.05:
            d = r.choice([-1, 0, 0, 1]); L = r.uniform(.06, .16); x += L; y = float(np.clip(y+d*L*w/h, .08, .92)); pts.append((x, y))
        P = np.int32([(a*w*s, b*h*s) for a, b in pts]); cv2.polylines(im, [P], False, c.tolist(), 7*s, cv2.LINE_AA)
        for a, b in P[1:-1]: cv2.circle(im, (int(a), int(b)), 9*s, (.95, .95, 1), -1, cv2.LINE_AA); cv2.circle(im, (int(a), int(b)), 5*s, (NAVY*1.0).tolist(), -1, cv2.LINE_AA)
    im = cv2.resize(im, (w, h), interpolation=cv2.INTER_AREA); return im+soft(im, 9)*.35
save('map', citymap(1024, 600))
def banner(w, h, seed):
    r = np.random.default_rng(seed+40); Y, X = np.mgrid[0:h, 0:w].astype(np.float32); bg = [NAVY*1.4+.015, SLATE*.8, np.float32([.80, .66, .48]), NAVY*1.1+.02][seed % 4]; a = np.ones((h, w, 3), np.float32)*bg
    a = a*(1-.35*(Y/h))[..., None]
    cx, cy = w*r.uniform(.3, .7), h*(.30+.12*seed % .4); cols = [np.float32([.98, .80, .55]), np.float32([.93, .90, .86]), np.float32([.45, .58, .95]), RED]
    for i in range(9):
        R0 = w*(.12+.085*i); d = np.abs(np.hypot(X-cx, Y-cy)-R0); side = (Y < cy+4) if seed % 2 == 0 else (X < cx+w*.2)
        a = a+(np.exp(-(d/(w*.010))**2)*side)[..., None]*(cols[3] if i == 3 else cols[seed % 3])*.85
    a += (np.exp(-((Y-h*.93)/(h*.004))**2))[..., None]*RED
    return soft(a)
for i in range(4): save(f'banner{i}', banner(300, 900, i))
