"""Logo and favicons: a lit doorway under an arch, and an arcade of them; transparent.   marks.py [OUTDIR]"""
import sys, os, numpy as np, cv2
out = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))+'/../assets'
RED, WHITE = (0xF7, 0x00, 0x41), (255, 255, 255); S = 8
def arch(m, cx, base, r, spring, th=None):
    """an arch of radius r; th: stroke, None: filled"""
    f = lambda v: int(round(v*S))
    if th is None:
        cv2.circle(m, (f(cx), f(spring)), f(r), 255, -1); cv2.rectangle(m, (f(cx-r), f(spring)), (f(cx+r), f(base)), 255, -1); return
    o, i = r+th/2, r-th/2; t = np.zeros_like(m); cv2.circle(t, (f(cx), f(spring)), f(o), 255, -1); cv2.rectangle(t, (f(cx-o), f(spring)), (f(cx+o), f(base-th/2)), 255, -1); cv2.circle(t, (f(cx), f(spring)), f(i), 0, -1); cv2.rectangle(t, (f(cx-i), f(spring)), (f(cx+i), f(base)), 0, -1)
    t[f(base-th/2):] = 0
    for s in (-1, 1): cv2.circle(t, (f(cx+s*r), f(base-th/2)), f(th/2), 255, -1)
    np.maximum(m, t, out=m)
def save(name, w, h, layers, size=None):
    a = np.zeros((h, w), np.float32); c = np.zeros((h, w, 3), np.float32)
    for m, col, k in layers:
        m = cv2.resize(m, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32)/255*k; c = c*(1-m[..., None])+np.float32(col)*m[..., None]; a = a+m-a*m
    rgb = np.where(a[..., None] > 1e-3, c/np.maximum(a[..., None], 1e-3), 255); o = np.dstack([rgb[..., ::-1], a*255]).clip(0, 255).astype(np.uint8)
    for n, s in ([(name, None)] if size is None else [(f'{name}-{s}', s) for s in size]):
        q = o if s is None else cv2.resize(o, (s, s), interpolation=cv2.INTER_AREA); cv2.imwrite(f'{out}/{n}.png', q, [cv2.IMWRITE_PNG_COMPRESSION, 9]); cv2.imwrite(f'{out}/{n}.webp', q, [cv2.IMWRITE_WEBP_QUALITY, 101]) if size is None else None
def mark(w, h, x, y, k, n=3, thin=1.):
    """three arches of light, the innermost red, about a lamp, in a square of side 512*k with its corner at x, y; n=2 for small sizes"""
    out, cx, sp, base = [], x+256*k, y+268*k, y+420*k
    for r, c in ((208, WHITE), (140, WHITE), (74, RED))[3-n:] if n == 3 else ((192, WHITE), (90, RED)):
        m = np.zeros((h*S, w*S), np.uint8); arch(m, cx, base, r*k, sp, 36*k*thin); out.append((m, c, 1))
    m = np.zeros((h*S, w*S), np.uint8); cv2.circle(m, (int(cx*S), int((sp+8*k)*S)), int((26 if n == 3 else 34)*k*S), 255, -1); return out+[(m, WHITE, 1)]
save('logo', 512, 512, mark(512, 512, 0, 16, 1))
wide = mark(1200, 300, 4, -24, .66); f = lambda v: int(round(v*S)); base = 252-6
for i in range(6):                                                        # the street of lamps that leads away from it
    m = np.zeros((300*S, 1200*S), np.uint8); x = 412+sum(168*.84**j for j in range(i)); r = 21*.86**i; cv2.circle(m, (f(x), f(base-92*.86**i)), f(r), 255, -1); cv2.line(m, (f(x), f(base-92*.86**i)), (f(x), f(base)), 255, f(6*.9**i)); wide.append((m, RED if i == 2 else WHITE, 1))
m = np.zeros((300*S, 1200*S), np.uint8); cv2.line(m, (f(372), f(base)), (f(1176), f(base)), 255, f(10)); [cv2.circle(m, (f(x), f(base)), f(5), 255, -1) for x in (372, 1176)]; wide.append((m, WHITE, 1))
save('logo-wide', 1200, 300, wide)
save('favicon', 512, 512, mark(512, 512, 0, 18, 1, 2, 1.65), (64, 180))
print('marks')
