"""The moving background of the plenary, seamless: colour on the screen, light on the stage, dust in the beams.
loop.py [--maps]   needs the light passes of `render.sh plenary` in $ART_WORK (default ./work); renders two small light maps by itself.
Writes ../assets/plenary.webp (the poster is frame 0), plenary-loop.mp4 and plenary-hls/."""
import os, sys, json, glob, subprocess, time
os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'
import numpy as np, cv2
cv2.setNumThreads(2); here = os.path.dirname(os.path.abspath(__file__)); work = os.environ.get('ART_WORK', 'work'); A = here+'/../assets'; t0 = time.time()
FPS, N = 24, 240
def exr(d, n):
    a = cv2.imread(sorted(glob.glob(f'{work}/{d}/{n}[0-9]*.exr'))[-1], cv2.IMREAD_UNCHANGED).astype(np.float32); return np.nan_to_num(a[..., 2::-1] if a.ndim == 3 else a)
for m in ('screen', 'stage'):
    d = f'{work}/plenary-{m}'
    if not glob.glob(d+'/DiffDir*') or '--maps' in sys.argv:
        subprocess.run(['nice', '-n', '19', 'blender', '-b', '-P', here+'/plenary.py', '--', '960', '24', d], env={**os.environ, 'ONLY': m, 'ARTTEX': work, 'LIMIT': ''}, stdout=subprocess.DEVNULL, check=True)
still = f'{work}/plenary-still.png'
if not os.path.exists(still) or os.path.getmtime(still) < os.path.getmtime(glob.glob(f'{work}/plenary/Image*')[0]): subprocess.run(['nice', '-n', '19', sys.executable, here+'/post.py', f'{work}/plenary', still, '1', '0.3', '0', '--flat'], check=True)
def light(m): d = 'plenary-'+m; return (exr(d, 'DiffDir')+exr(d, 'DiffInd'))*exr(d, 'DiffCol')+(exr(d, 'GlossDir')+exr(d, 'GlossInd'))*exr(d, 'GlossCol')
def soft(a): return cv2.GaussianBlur(cv2.bilateralFilter(np.dstack([cv2.medianBlur(np.ascontiguousarray(a[..., i]), 5) for i in range(3)]), -1, .15, 4), (0, 0), 1.0)
tot = soft(cv2.resize(exr('plenary', 'Image'), (960, 540), interpolation=cv2.INTER_AREA)); LS, LT = soft(light('screen')), soft(light('stage'))
J = json.load(open(f'{work}/plenary/places.json')); quad = next(s['quad'] for s in J['spots'] if 'screen' in s['what']); beams = [s['quad'] for s in J['spots'] if s['what'] == 'beam']
Z = exr('plenary', 'Depth'); Z = Z[..., 0] if Z.ndim == 3 else Z
q = [(p['x'], p['y']) for p in quad]                                      # bottom left, top left, bottom right, top right
def lin(h): v = np.float32([int(h[i:i+2], 16)/255 for i in (1, 3, 5)]); return v**2.2
RED, VIO, BLUE, WARM, NAVY = lin('#F70041'), lin('#9A35E8'), lin('#4A78FF'), lin('#FFD9A8'), lin('#000A33')
SWp, SHp = 1344, 562
def curve(x): x = x*.62; return (x*(2.51*x+.03))/(x*(2.43*x+.59)+.14)
xs = np.linspace(-.02, 1.02, 180, dtype=np.float32); gx, gy = np.meshgrid(np.linspace(0, 1, SWp, dtype=np.float32), np.linspace(0, 1, SHp, dtype=np.float32))
def screen(t):
    """what is on the screen at t in 0..1, linear"""
    w = 2*np.pi*t; im = np.zeros((SHp, SWp, 3), np.float32); n = 84
    for k in range(n):
        f = k/(n-1); c = RED*(1-2*f)+VIO*2*f if f < .5 else VIO*(2-2*f)+BLUE*(2*f-1); c = c*(.8+.35*np.sin(w+f*4)) 
        y = .5+.05*(f-.5)*6*np.sin(2.2*np.pi*xs+.9+f*1.6+w)+.15*np.sin(1.5*np.pi*xs+4.1+f*2.4-w)+.085*np.sin(3.3*np.pi*xs+2.2-f*3+2*w)
        lay = np.zeros((SHp, SWp), np.uint8); cv2.polylines(lay, [np.int32(np.stack([xs*SWp*8, y*SHp*8], 1))], False, 150, 2, cv2.LINE_AA, 3); y0, y1 = max(0, int(y.min()*SHp)-4), min(SHp, int(y.max()*SHp)+4); im[y0:y1] += (lay[y0:y1, :, None]/255.)*c
    fade = (.25+.75*np.sin(np.pi*np.clip(gx, 0, 1)))[..., None]; im = im*fade; im = im*1.1+cv2.GaussianBlur(im, (0, 0), 9)*.6+cv2.GaussianBlur(im, (0, 0), 40)*.5
    g = np.exp(-((gx-.5-.16*np.sin(w))**2*5+(gy-.55-.1*np.cos(w))**2*7))[..., None]; g2 = np.exp(-((gx-.5+.2*np.cos(w))**2*6+(gy-.45)**2*8))[..., None]
    return NAVY*1.3+(NAVY*2.2)*gy[..., None]+g*RED*.14+g2*BLUE*.12+im
def tone(l): o = np.clip(curve(l*1.15*2**.3*1.05), 0, 1); return o
def setup(W, H):
    S = {'W': W, 'H': H}; base = cv2.imread(f'{work}/plenary-still.png'); base = cv2.resize(base, (W, H), interpolation=cv2.INTER_AREA) if base.shape[1] != W else base
    S['base'] = (base[..., ::-1].astype(np.float32)/255)**2.2
    dst = np.float32([(x*W-.5, y*H-.5) for x, y in q]); src = np.float32([(0, SHp), (0, 0), (SWp, SHp), (SWp, 0)]); S['M'] = cv2.getPerspectiveTransform(src, dst)
    m = cv2.warpPerspective(np.ones((SHp, SWp), np.float32), S['M'], (W, H), flags=cv2.INTER_AREA); z = cv2.resize(Z, (W, H), interpolation=cv2.INTER_NEAREST); zs = np.median(z[m > .9]); front = cv2.GaussianBlur((z < zs-.35).astype(np.float32), (0, 0), .7*W/2560+.3); S['m'] = (m*(1-front))[..., None]
    for n, a in (('tot', tot), ('ls', LS), ('lt', LT)): S[n] = cv2.resize(a, (W, H), interpolation=cv2.INTER_CUBIC).clip(0)
    S['inv'] = 1/(S['tot']+.012); r = np.random.default_rng(3); nz = r.standard_normal((512, 512)).astype(np.float32); S['noise'] = sum(cv2.GaussianBlur(np.tile(nz, (3, 3)), (0, 0), s)[512:1024, 512:1024]*s for s in (10, 24, 50)); S['noise'] = (S['noise']/S['noise'].std()*.22+1).clip(.3, 1.8)
    S['yx'] = np.mgrid[0:H, 0:W].astype(np.float32); return S
r = np.random.default_rng(9); D = [(r.random(), r.random(), r.uniform(.02, .06)*r.choice([-1, 1]), r.uniform(.01, .04), r.random(), r.uniform(.5, 1.4)) for _ in range(260)]
C0 = np.float32([.62, .26, .85])
def frame(S, t):
    W, H = S['W'], S['H']; w = 2*np.pi*t; k = W/1920; y, x = S['yx']
    sc = screen(t); mean = sc.reshape(-1, 3).mean(0); ref = frame.ref if frame.ref is not None else mean; frame.ref = ref
    c = C0*np.clip(mean/ref, .6, 1.5)*np.float32([1+.25*np.sin(w), 1, 1+.15*np.cos(w)])
    st = np.float32([1.0, .8, .6]); cs = st*(np.float32([1+.12*np.sin(w+1), 1+.04*np.sin(w+2), 1+.16*np.cos(w)]))
    gain = 1+((S['ls']*(c-C0)+S['lt']*(cs-st))*S['inv']); o = S['base']*np.clip(gain, .55, 1.6)
    sw = cv2.warpPerspective(tone(sc), S['M'], (W, H), flags=cv2.INTER_LINEAR); o = o*(1-S['m'])+sw**1.02*S['m']
    B = np.zeros((H, W, 3), np.float32); ox, oy = int(512*t), int(512*t*2); nz = np.roll(S['noise'], (oy % 512, ox % 512), (0, 1)); nz = np.tile(nz, (H//512+1, W//512+1))[:H, :W]
    for i, b in enumerate(beams):
        px, py = b[0]['x']*W, b[0]['y']*H; qx, qy = b[1]['x']*W, b[1]['y']*H; qx += 26*k*np.sin(w+i*1.3); dx, dy = qx-px, qy-py; L = np.hypot(dx, dy); dx, dy = dx/L, dy/L
        y0, y1 = int(max(0, py-6)), int(min(H, qy+70*k)); X0, X1 = int(max(0, min(px, qx)-110*k)), int(min(W, max(px, qx)+110*k)); xx, yy = x[y0:y1, X0:X1]-px, y[y0:y1, X0:X1]-py
        s = (xx*dx+yy*dy)/L; d = np.abs(-xx*dy+yy*dx); rad = (7+62*np.clip(s, 0, 1.2))*k; I = np.exp(-(d/rad)**2*1.6)*np.clip(s*14, 0, 1)*np.clip((1.12-s)*5, 0, 1)/(1+2.6*np.clip(s, 0, 2))
        col = (WARM, VIO*1.1, BLUE)[i % 3]*(.75+.25*np.sin(w+i*2.1)); B[y0:y1, X0:X1] += (I*nz[y0:y1, X0:X1])[..., None]*col*.20
    lum = B.sum(2); P = np.zeros((H, W), np.float32)
    for u, v, vx, vy, ph, s in D:
        X_ = .5+((u+vx*np.sin(w+ph*6.28))-.5)*.66; Y_ = .16+.5*((v+round(1)*t*(1 if vy > .025 else 0)+.02*np.sin(w*2+ph*9)) % 1); a = np.sin(np.pi*((v+(t if vy > .025 else 0)) % 1))*(.6+.4*np.sin(2*w+ph*6.28)); cx, cy = X_*W, Y_*H
        if a > 0 and cx < W-4 and cy < H-4: a *= min(1, lum[int(cy), int(cx)]*14); cv2.circle(P, (int(cx*8), int(cy*8)), int(max(6, 9*s*k)), float(a*.8), -1, cv2.LINE_AA, 3)
    o = o+B+(cv2.GaussianBlur(P, (0, 0), .7*k)+cv2.GaussianBlur(P, (0, 0), 3*k)*.8)[..., None]*WARM*.55
    return (np.power(np.clip(o, 0, 1), 1/2.2)*255+.5).astype(np.uint8)[..., ::-1]
frame.ref = None
if '--test' in sys.argv:
    S = setup(1280, 720); [cv2.imwrite(f'{work}/loop{i}.png', frame(S, i/4)) for i in range(4)]; print(round(time.time()-t0, 1)); sys.exit()
S = setup(2560, 1440); f0 = frame(S, 0.); qy = 92
while True:
    cv2.imwrite(A+'/plenary.webp', f0, [cv2.IMWRITE_WEBP_QUALITY, qy]); kb = os.path.getsize(A+'/plenary.webp')/1000
    if kb < 490 or qy < 50: break
    qy -= 2
print('poster', qy, round(kb))
S = setup(1920, 1080); raw = f'{work}/loop.mkv'
p = subprocess.Popen(['nice', '-n', '19', 'ffmpeg', '-y', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'bgr24', '-s', '1920x1080', '-r', str(FPS), '-i', '-', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '4', '-pix_fmt', 'yuv444p', raw], stdin=subprocess.PIPE)
for i in range(N): p.stdin.write(np.ascontiguousarray(frame(S, i/N)).tobytes())
p.stdin.close(); p.wait(); print('frames', round(time.time()-t0))
def enc(crf, out, extra, size): subprocess.run(['nice', '-n', '19', 'ffmpeg', '-y', '-loglevel', 'error', '-i', raw, '-an', '-c:v', 'libx264', '-preset', 'slow', '-crf', str(crf), '-vf', f'scale={size}:flags=lanczos,format=yuv420p', '-profile:v', 'high', '-x264-params', 'aq-mode=3:aq-strength=1.2:deblock=1,1', *extra, out], check=True)
crf = 19
while True:
    enc(crf, A+'/plenary-loop.mp4', ['-movflags', '+faststart', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'], '1920:1080'); kb = os.path.getsize(A+'/plenary-loop.mp4')/1000
    if kb < 2700: break
    crf += 2
print('mp4', crf, round(kb)); os.makedirs(A+'/plenary-hls', exist_ok=True); crf = 21
while True:
    for f in glob.glob(A+'/plenary-hls/*'): os.remove(f)
    enc(crf, A+'/plenary-hls/playlist.m3u8', ['-g', '80', '-keyint_min', '80', '-sc_threshold', '0', '-f', 'hls', '-hls_time', '3.3', '-hls_playlist_type', 'vod', '-hls_segment_filename', A+'/plenary-hls/segment%d.ts'], '1280:720'); kb = sum(os.path.getsize(f) for f in glob.glob(A+'/plenary-hls/*'))/1000
    if kb < 1150: break
    crf += 2
print('hls', crf, round(kb), os.listdir(A+'/plenary-hls'), round(time.time()-t0), 's')
