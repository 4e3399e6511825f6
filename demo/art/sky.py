"""The film of the media board: the stars of an hour in twelve seconds, while the windows below go dark.   sky.py [OUTDIR] [--test]
Writes poster-sky.webp (the last frame) and sky.mp4."""
import sys, os, subprocess, numpy as np, cv2
args = [a for a in sys.argv[1:] if a[0] != '-']; out = args[0] if args else os.path.dirname(os.path.abspath(__file__))+'/../assets'; FPS, N = 24, 288
def lin(c): v = np.float32([int(c[i:i+2], 16)/255 for i in (1, 3, 5)]); return np.where(v <= .04045, v/12.92, ((v+.055)/1.055)**2.4).astype(np.float32)
RED, NAVY, WARM, AMBER, BLUE, VIO = map(lin, ('#F70041', '#000A33', '#FFD9A8', '#FF9A4A', '#8FB0FF', '#8A3FE0'))
TURN = np.radians(46)                                                     # more than an hour's 15 degrees: trails that are seen
class Sky:
    def __init__(self, W, H):
        self.W, self.H, k = W, H, W/1280; self.k = k; r = np.random.default_rng(61); Y, X = np.mgrid[0:H, 0:W].astype(np.float32); u, v = X/W, Y/H
        dusk = np.exp(-((v-.92)/.30)**2)[..., None]; self.early = NAVY*.75+(lin('#1B2A72')-NAVY)*.5*v[..., None]+dusk*(AMBER*.34+RED*.07)*np.exp(-((u-.30)/.55)**2)[..., None]+dusk*VIO*.10; self.late = NAVY*.55+(lin('#16205C')-NAVY)*.35*v[..., None]+dusk*(AMBER*.05+VIO*.05)
        n = 620; self.pole = (.63*W, .52*H); self.rad = np.sqrt(r.random(n))*1.05*W*.82+6*k; self.ang = r.random(n)*2*np.pi; self.mag = r.pareto(2.2, n).clip(.12, 3.2)*.42; t = r.random(n); self.col = np.where(t[:, None] < .5, BLUE, np.where(t[:, None] < .82, np.float32([.92, .94, 1]), np.where(t[:, None] < .96, WARM, AMBER+RED*.3)))
        ground = np.ones(W, np.float32)*.90; x = -20*k; self.windows = []; roofs = []
        while x < W:
            bw = r.uniform(44, 120)*k; top = (.90-r.uniform(.02, .15)-.16*np.exp(-((x/W-.20)/.13)**2)*r.random())*H; roofs.append((x, bw, top)); x += bw+r.uniform(-3, 6)*k
        S = 4; m = np.zeros((H*S, W*S), np.uint8)
        for i, (x, bw, top) in enumerate(roofs):
            cv2.rectangle(m, (int(x*S), int(top*S)), (int((x+bw)*S), H*S), 255, -1)
            if i % 3 == 1: cv2.fillPoly(m, [np.int32([(x*S, top*S), ((x+bw/2)*S, (top-bw*.28)*S), ((x+bw)*S, top*S)])], 255)
            if i % 4 == 0: cv2.line(m, (int((x+bw*.7)*S), int(top*S)), (int((x+bw*.7)*S), int((top-26*k)*S)), 255, int(1.4*k*S))
            if i % 5 == 2: cv2.rectangle(m, (int((x+bw*.2)*S), int((top-11*k)*S)), (int((x+bw*.2+9*k)*S), int(top*S)), 255, -1)
            y = top+12*k
            while y < H-6*k:
                xx = x+8*k
                while xx < x+bw-9*k:
                    if r.random() < .34: self.windows.append((xx, y, (WARM if r.random() < .8 else AMBER if r.random() < .8 else BLUE)*r.uniform(.5, 1.3), r.random()**.8*1.12))
                    xx += 11*k
                y += 15*k
        self.roof = (cv2.resize(m, (W, H), interpolation=cv2.INTER_AREA)/255.).astype(np.float32)[..., None]; self.wall = NAVY*.30+lin('#10163A')*.25*(1-v[..., None]); self.Y = v; self.noise = r.standard_normal((H, W, 1)).astype(np.float32)
    def frame(self, t):
        """the picture at t in 0..1"""
        W, H, k = self.W, self.H, self.k; e = t*t*(3-2*t); sky = self.early*(1-e)+self.late*e; S = 2; im = np.zeros((H*S, W*S, 3), np.float32); seen = .25+.75*e
        for R, a0, mag, c in zip(self.rad, self.ang, self.mag, self.col):
            b = mag*seen; a1 = a0+TURN*e; n = max(2, int(np.degrees(a1-a0)/2)+2); q = np.linspace(a0, a1, n); P = np.int32(np.stack([self.pole[0]+R*np.cos(q), self.pole[1]+R*np.sin(q)], 1)*S*16)
            if e > .002: cv2.polylines(im, [P], False, (c*b*.55).tolist(), 1 if mag < .5 else 2, cv2.LINE_AA, 4)
            cv2.circle(im, tuple(int(z) for z in P[-1]), int((.7+.55*min(mag, 1.6))*k*S*16), (c*min(1.6, b*1.7)).tolist(), -1, cv2.LINE_AA, 4)
        st = cv2.resize(im, (W, H), interpolation=cv2.INTER_AREA); st *= np.clip((.93-self.Y)/.3, 0, 1)[..., None]; a = sky+st+cv2.GaussianBlur(st, (0, 0), 2.2*k)*.5+cv2.GaussianBlur(st, (0, 0), 11*k)*.22
        a = a*(1-self.roof)+self.wall*self.roof; lit = np.zeros((H*S, W*S, 3), np.float32)
        for x, y, c, off in self.windows:
            g = np.clip((off-t)/.02, 0, 1)
            if g > 0: cv2.rectangle(lit, (int(x*S), int(y*S)), (int((x+4.5*k)*S), int((y+7*k)*S)), (c*float(g)).tolist(), -1)
        lit = cv2.resize(lit, (W, H), interpolation=cv2.INTER_AREA)*self.roof; a += lit*.9+cv2.GaussianBlur(lit, (0, 0), 4*k)*.5+cv2.GaussianBlur(lit, (0, 0), 22*k)*.35
        a = 1-np.exp(-np.maximum(a, 0)*1.45); a = np.where(a <= .0031308, a*12.92, 1.055*np.power(np.maximum(a, 1e-6), 1/2.4)-.055); return (a*255+self.noise*.7).clip(0, 255).astype(np.uint8)[..., ::-1]
if '--test' in sys.argv:
    s = Sky(1280, 720); f = [s.frame(t) for t in (0, .35, .7, 1)]; cv2.imwrite(out+'/sky-test.png', np.vstack([np.hstack(f[:2]), np.hstack(f[2:])])); sys.exit()
cv2.imwrite(f'{out}/poster-sky.webp', Sky(1600, 1000).frame(.94), [cv2.IMWRITE_WEBP_QUALITY, 84])
s = Sky(1280, 720); p = subprocess.Popen(['nice', '-n', '19', 'ffmpeg', '-y', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'bgr24', '-s', '1280x720', '-r', str(FPS), '-i', '-', '-c:v', 'libx264', '-preset', 'veryslow', '-crf', '29', '-pix_fmt', 'yuv420p', '-movflags', '+faststart', f'{out}/sky.mp4'], stdin=subprocess.PIPE)
for i in range(N): p.stdin.write(np.ascontiguousarray(s.frame(min(1, i/(N-25)))).tobytes())
p.stdin.close(); p.wait()
for f in ('poster-sky.webp', 'sky.mp4'): print(f, os.path.getsize(f'{out}/{f}')//1000, 'kB')
