"""Light-pass denoiser, bloom, tone curve, WebP.   post.py EXRDIR OUT.(png|webp) [strength=1] [exposure=0] [maxkB]"""
import os, sys, glob, time
os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'
import numpy as np, cv2
cv2.setNumThreads(2)
D, OUT = sys.argv[1], sys.argv[2]
STR = float(sys.argv[3]) if len(sys.argv) > 3 else 1.
EXP = float(sys.argv[4]) if len(sys.argv) > 4 else 0.
KB = int(sys.argv[5]) if len(sys.argv) > 5 else 0
PANO = '--flat' not in sys.argv
t0 = time.time()

def load(n):
    f = sorted(glob.glob(f'{D}/{n}[0-9]*.exr'))
    if not f: return None
    a = cv2.imread(f[-1], cv2.IMREAD_UNCHANGED).astype(np.float32)
    if a.ndim == 2: a = a[..., None].repeat(3, 2)
    return np.nan_to_num(a[..., 2::-1], posinf=0, neginf=0)

def lum(a): return a @ np.float32([.25, .5, .25])

def defirefly(L, k=2.5):
    """a pixel far above the median of its 5x5 neighbourhood is a firefly"""
    out = L.copy()
    med = np.dstack([cv2.medianBlur(np.ascontiguousarray(L[..., i]), 5) for i in range(3)])
    a, b = lum(L), lum(med); bad = a > k*b+.02*np.median(b)+.02
    out[bad] = med[bad]*np.clip(a[bad]/(b[bad]+1e-4), 1, 1.5)[:, None]
    return out

def shift(a, dx, dy):
    a = np.roll(a, dx, 1) if PANO else np.concatenate([a[:, :1]]*dx+[a[:, :-dx]], 1) if dx > 0 else np.concatenate([a[:, -dx:]]+[a[:, -1:]]*(-dx), 1) if dx < 0 else a
    if dy > 0: a = np.concatenate([a[:1].repeat(dy, 0), a[:-dy]], 0)
    elif dy < 0: a = np.concatenate([a[-dy:], a[-1:].repeat(-dy, 0)], 0)
    return a

def atrous(L, N, Z, it=4, sl=2.0, sn=32, sz=1., sigma=None, C=None):
    """edge-avoiding a-trous wavelet (as in SVGF): stops at normals, depth and at brightness steps above the noise"""
    k = np.float32([1/16, 1/4, 3/8, 1/4, 1/16])
    for i in range(it):
        s = 1 << i; l = np.log1p(lum(L)*4)
        m = cv2.blur(l, (7, 7)); v = np.sqrt(np.maximum(cv2.blur(l*l, (7, 7))-m*m, 1e-6)); v = cv2.erode(v, np.ones((9, 9))) + .012      # noise level, not edges
        lb = cv2.GaussianBlur(l, (0, 0), .8)
        acc = np.zeros_like(L); ws = np.zeros(L.shape[:2], np.float32)
        for dy in range(-2, 3):
            for dx in range(-2, 3):
                w = k[dx+2]*k[dy+2]
                if dx == 0 and dy == 0: acc += L*w; ws += w; continue
                Ls, Ns, Zs = shift(L, dx*s, dy*s), shift(N, dx*s, dy*s), shift(Z, dx*s, dy*s)
                dn = np.clip((N*Ns).sum(2), 0, 1)**sn
                dz = np.abs(Z-Zs)/(s*.012*sz*(abs(dx)+abs(dy)))
                dl = np.abs(lb-shift(lb, dx*s, dy*s))/(sl*v)
                e = dz+dl*dl*.5
                if C is not None: e = e+np.abs(C-shift(C, dx*s, dy*s)).sum(2)*12
                ww = (w*dn*np.exp(-e)).astype(np.float32)
                acc += Ls*ww[..., None]; ws += ww
        L = acc/ws[..., None]
    return L

g = {n: load(n) for n in ('Image', 'DiffDir', 'DiffInd', 'DiffCol', 'GlossDir', 'GlossInd', 'GlossCol', 'TransDir', 'TransInd', 'TransCol', 'Emit', 'Env', 'Normal', 'Depth')}
img = g['Image']; H, W = img.shape[:2]; FW = int(os.environ.get('FULLW', W))   # FULLW: width of the whole picture when this is a border render
if STR > 0 and g['DiffCol'] is not None:
    N = g['Normal']; N = N/np.maximum(np.linalg.norm(N, axis=2, keepdims=True), 1e-4)
    Z = np.log(np.clip(g['Depth'][..., 0], .2, 800))
    d = g['DiffDir']+g['DiffInd']; gl = g['GlossDir']+g['GlossInd']
    d = atrous(defirefly(d), N, Z, it=5 if FW > 3000 else 4, sl=2.2*STR)
    gl = atrous(defirefly(gl, 3), N, Z, it=3 if FW > 3000 else 2, sl=1.4*STR, C=g['GlossCol'])
    tr = (g['TransDir']+g['TransInd'])*g['TransCol'] if g['TransCol'] is not None else 0
    ev = g['Env']; lit = lum(ev)[..., None] > 1e-4; sm = cv2.bilateralFilter(cv2.medianBlur(np.ascontiguousarray(ev), 3), -1, .06, 2.0); em = g['Emit']; far = (Z > np.log(90))[..., None]; em = np.where(far, cv2.bilateralFilter(cv2.medianBlur(np.ascontiguousarray(em), 3), -1, .10, 1.2), em)
    le = lum(em)[..., None]; hot = cv2.GaussianBlur(cv2.dilate((le[..., 0] > 1.9).astype(np.float32), np.ones((3, 3))), (0, 0), .8)[..., None]     # lines far above white alias: compress, then soften
    em = em*(1-hot)+cv2.GaussianBlur(em*3.2/(3.2+le), (0, 0), .75)*hot
    img = d*g['DiffCol']+gl*g['GlossCol']+tr+em+np.where(lit, sm, ev)
img = np.maximum(img, 0)*2**EXP
# bloom: what is brighter than white bleeds a little, as in a lens
pad = W//8; p = np.concatenate([img[:, -pad:], img, img[:, :pad]], 1) if PANO else img
b = np.clip(p-.9, 0, 6); bl = sum(cv2.GaussianBlur(b, (0, 0), FW/4096*s)*k for s, k in ((6, .10), (22, .06), (70, .035)))
img = img+(bl[:, pad:-pad] if PANO else bl)
# tone: filmic shoulder applied to the largest channel (keeps hue), mixed with per-channel (lets highlights go white)
def curve(x): a, b_, c, d_, e = 2.51, .03, 2.43, .59, .14; x = x*.62; return (x*(a*x+b_))/(x*(c*x+d_)+e)
mx = img.max(2, keepdims=True)+1e-6; hue = img/mx*curve(mx); per = curve(img)
o = np.clip(.45*hue+.55*per, 0, 1)
o = np.where(o <= .0031308, o*12.92, 1.055*o**(1/2.4)-.055)
o = np.clip((o-.5)*1.02+.505, 0, 1)
o8 = (o[..., ::-1]*255+(np.random.default_rng(1).random(o.shape)-.5)*.9+.5).clip(0, 255).astype(np.uint8)
if OUT.endswith('.webp'):
    q = 92
    while True:
        cv2.imwrite(OUT, o8, [cv2.IMWRITE_WEBP_QUALITY, q]); kb = os.path.getsize(OUT)/1000
        if not KB or kb <= KB or q < 40: break
        q -= 2
    print('webp quality', q, round(kb), 'kB')
    cv2.imwrite(OUT[:-5]+'.png', o8) if '--png' in sys.argv else None
else: cv2.imwrite(OUT, o8)
print('post', round(time.time()-t0, 1), 's')
