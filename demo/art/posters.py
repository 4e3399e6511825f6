"""Pictures for the image widgets (light, garden, transit, sound) and the media board (these, window, bats): numpy and OpenCV, no words.   posters.py [OUTDIR]"""
import sys, os, numpy as np, cv2
out = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))+'/../assets'
W, H, S = 1600, 1200, 2; w, h = W*S, H*S
def lin(c): v = np.float32([int(c[i:i+2], 16)/255 for i in (1, 3, 5)]); return np.where(v <= .04045, v/12.92, ((v+.055)/1.055)**2.4).astype(np.float32)
RED, SLATE, NAVY, WARM, AMBER, BLUE, VIO, TEAL = map(lin, ('#F70041', '#373F60', '#000A33', '#FFD9A8', '#FF9A4A', '#5C86FF', '#8A3FE0', '#2FA89A'))
Y, X = np.mgrid[0:H, 0:W].astype(np.float32); u, v = X/W, Y/H; np.seterr(over='ignore')
def blur(a, s): return cv2.GaussianBlur(a, (0, 0), s)
def bloom(a, k=((3, .5), (14, .28), (60, .22), (180, .16))): return a+sum(blur(a, s)*g for s, g in k)
def tone(a, name, q=90):
    a = 1-np.exp(-np.maximum(a, 0)*1.25); a = np.where(a <= .0031308, a*12.92, 1.055*np.power(np.maximum(a, 1e-6), 1/2.4)-.055)
    r = np.random.default_rng(2); a = a*255+r.standard_normal((H, W, 1))*1.1; b = a[..., ::-1].clip(0, 255).astype(np.uint8); f = f'{out}/{name}.webp'
    while True:
        cv2.imwrite(f, b, [cv2.IMWRITE_WEBP_QUALITY, q])
        if os.path.getsize(f) < 235e3 or q < 50: break
        q -= 3
    print(name, q, os.path.getsize(f)//1000, 'kB')
def sky(top, mid, low, p=1.2): t = v[..., None]**p; return np.where(t < .6, top+(mid-top)*t/.6, mid+(low-mid)*(t-.6)/.4).astype(np.float32)
def draw(fn):
    im = np.zeros((h, w, 3), np.float32); fn(im); return cv2.resize(im, (W, H), interpolation=cv2.INTER_AREA)

def light():
    a = sky(NAVY*.55, NAVY*1.3, SLATE*.55+AMBER*.03); r = np.random.default_rng(5)
    def arcs(im):
        for cx, base, n, r0, dr, k in ((.30, .80, 9, 60, 46, 0), (.71, .80, 7, 50, 46, 1)):
            for i in range(n):
                R = (r0+dr*i)*S; c = [RED, AMBER, WARM, WARM*.8, AMBER*.7, VIO*.8, BLUE*.7, BLUE*.5, VIO*.4][(i+k*2) % 9]*(1.6-.12*i); th = (9 if i % 3 == 0 else 4)*S
                cv2.ellipse(im, (int(cx*w), int((base-.20)*h)), (R, R), 0, 180, 360, c.tolist(), th, cv2.LINE_AA)
                for s in (-1, 1): cv2.line(im, (int(cx*w+s*R), int((base-.20)*h)), (int(cx*w+s*R), int(base*h)), c.tolist(), th, cv2.LINE_AA)
    L = draw(arcs); g = bloom(L); refl = np.flipud(g); y0 = int(.80*H)
    a = a+g; m = np.zeros_like(a); src = g[2*y0-H:y0][::-1]; n = H-y0; k = np.linspace(0, 1, n)[:, None, None]
    rip = (np.sin(Y[y0:]*.28+3*np.sin(X[y0:]*.006))*3.2*(Y[y0:]-y0)/n*4).astype(np.float32); src = cv2.remap(np.ascontiguousarray(src.astype(np.float32)), X[:n]+rip, Y[:n], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    a[y0:] = NAVY*.5*(1-k)+NAVY*.25*k+blur(src, 2.2)*(.55*(1-k)**1.4)
    for _ in range(46):                                                   # drifting lanterns out of focus
        x, y, s = r.random()*W, r.random()*H*.62, r.uniform(5, 26); c = [WARM, AMBER, RED, BLUE][int(r.choice(4, p=[.45, .35, .08, .12]))]; d = np.hypot(X-x, Y-y); a += (1/(1+np.exp((d-s)*1.1)))[..., None]*c*r.uniform(.03, .16)
    return a

def garden():
    r = np.random.default_rng(11); a = sky(NAVY*.7, lin('#10264A'), lin('#1B4A52'), 1.0); mx, my = .64*W, .36*H; d = np.hypot(X-mx, Y-my)
    a += (1/(1+np.exp((d-205)*.35)))[..., None]*(AMBER*.55+WARM*.75)*(.75+.25*(1-v[..., None])); a += np.exp(-(d/420)**1.3)[..., None]*AMBER*.28
    for layer in range(6):
        t = layer/5; base = np.zeros((h, w, 3), np.float32); mask = np.zeros((h, w), np.float32)
        col = (TEAL*.55*(1-t)+lin('#0F5A55')*.42*t)*(1-.30*t); rim = (WARM*1.1*(1-t)+AMBER*.9*t)
        for _ in range(9+layer*2):
            x0 = r.uniform(-.05, 1.05)*w; y0 = h*(1.03+.02*layer); L = h*r.uniform(.45, .95)*(.80 if layer < 3 else .72); lean = r.uniform(-.55, .55); kind = r.integers(3); n = 26; pts = []
            for i in range(n+1):
                s = i/n; pts.append((x0+lean*L*s**2*.6, y0-L*(s-.12*s**3)))
            P = np.array(pts); cv2.polylines(mask, [P.astype(np.int32)], False, 1., int(5*S*(1+t)), cv2.LINE_AA)
            for i in range(5, n, 1 if kind else 3):
                s = i/n; tx, ty = P[min(i+1, n)]-P[i-1]; ang = np.arctan2(ty, tx)
                for sd in (-1, 1):
                    ll = L*(.20 if kind else .26)*np.sin(np.pi*(.12+.85*s))*r.uniform(.8, 1.15)*(.55+.45*t); wd = ll*(.085 if kind == 1 else .13 if kind == 2 else .24); b = ang+sd*(.75+.3*(1-s)); q = np.linspace(0, 1, 12); bend = .35*sd
                    cx = P[i][0]+ll*q*np.cos(b+bend*q); cy = P[i][1]+ll*q*np.sin(b+bend*q)+ll*.22*q**2; nx, ny = -np.sin(b+bend*q), np.cos(b+bend*q); ww = wd*np.sin(np.pi*np.clip(q*.96+.02, 0, 1))**.8
                    poly = np.concatenate([np.stack([cx+nx*ww, cy+ny*ww], 1), np.stack([cx-nx*ww, cy-ny*ww], 1)[::-1]]).astype(np.int32); cv2.fillPoly(mask, [poly], 1., cv2.LINE_AA)
        if layer > 2: cv2.rectangle(mask, (0, int(.965*h)), (w, h), 1., -1)
        m = cv2.resize(mask, (W, H), interpolation=cv2.INTER_AREA); soft = blur(m, 2+3*abs(layer-3)*.5) if layer in (0, 5) else m
        gy = m-np.roll(m, 5, 0)*1.; gx = m-np.roll(m, -4 if mx > W/2 else 4, 1); edge = np.clip(np.maximum(gy, gx), 0, 1)*np.exp(-(d/650)**1.2)
        k = soft[..., None]; shade = col*(1.35-.7*v[..., None])*(.55+.9*np.exp(-(d/620)**1.2))[..., None]; a = a*(1-k)+shade*k+(blur(edge, .8)*k[..., 0])[..., None]*rim*.75
        a += np.exp(-((v-.98)/.25)**2)[..., None]*(TEAL*.03*(1-t))
    for _ in range(90):
        x, y = r.random()*W, H*(.25+.7*r.random()**.8); s = r.uniform(1.4, 3.6); dd = (X-x)**2+(Y-y)**2; a += (np.exp(-dd/(2*s*s))*2.2+np.exp(-dd/(2*(s*6)**2))*.16)[..., None]*(WARM if r.random() < .85 else RED*1.4)*r.uniform(.3, 1)
    return a

def transit():
    r = np.random.default_rng(21); a = sky(NAVY*.6, lin('#1B1B52'), lin('#5A2A4A')*.8, 1.5); hz = .46*H; vx = .58*W
    def city(im):
        x = -40
        while x < w+60:
            bw = r.uniform(50, 150)*S*.6; bh = r.uniform(.06, .34)*h*(1.1-abs(x/w-.58)); y0 = int(hz*S-bh); c = (NAVY*.55+VIO*.015); cv2.rectangle(im, (int(x), y0), (int(x+bw), int(hz*S)), (c+1e-4).tolist(), -1); yy = y0+14
            while yy < hz*S-10:
                xx = x+8
                while xx < x+bw-12:
                    if r.random() < .30: cv2.rectangle(im, (int(xx), int(yy)), (int(xx+6), int(yy+9)), ((WARM if r.random() < .8 else BLUE)*r.uniform(.25, .9)).tolist(), -1)
                    xx += 15
                yy += 20
            x += bw+r.uniform(-6, 10)
    C = draw(city); m = blur((C.sum(2) > 0).astype(np.float32), .7)[..., None]; a = a*(1-m)+C*m+bloom(np.where(C > .1, C, 0))*.35
    a[int(hz):] = (NAVY*.35)*(1-(v[int(hz):, :, None]-.46))+SLATE*.05
    def trails(im):
        for k in range(150):
            side = r.random() < .5; lane = r.uniform(.06, 1.0); c = (RED*1.6 if r.random() < .7 else AMBER*1.2) if side else (WARM*1.4 if r.random() < .72 else BLUE*1.3)
            ex = vx/W+(-1 if side else 1)*lane*1.15-.10; bend = r.uniform(-.02, .02); pts = []
            s0, s1 = sorted((r.random()**.6, r.random()**.6)); s1 = min(1.15, s1+.35); lift = r.uniform(0, .05)*(1 if r.random() < .7 else 3)
            for i in range(60):
                s = s0+(s1-s0)*i/59; p = s**2.6; x = vx+(ex*W-vx)*p+W*.20*np.sin(np.pi*min(1, s))*(1-s)*1.0; y = hz+(H*1.04-hz)*p-lift*H*p; pts.append((x*S, y*S))
            P = np.array(pts); nseg = 59
            for i in range(nseg):
                s = s0+(s1-s0)*i/nseg; th = max(1, int(round((.6+6*s**2.6)*S*.6*r.uniform(.8, 1.0)))); cv2.line(im, tuple(int(q) for q in P[i]), tuple(int(q) for q in P[i+1]), (c*(.16+.55*np.sin(np.pi*(i+1)/nseg))).tolist(), th, cv2.LINE_AA)
        for k in range(3):                                                # the tram: one long ribbon above
            pts = [((vx+(W*.02-vx)*s**2.2+W*.16*np.sin(np.pi*s)*(1-s))*S, (hz-8+(H*.30-hz+8)*s**2.2-k*16*s**2)*S) for s in np.linspace(0, 1.1, 60)]
            cv2.polylines(im, [np.int32(pts)], False, ([RED*1.7, WARM*1.2, BLUE][k]).tolist(), [9, 4, 3][k]*S//2, cv2.LINE_AA)
    L = draw(trails); a += bloom(L)
    a += np.exp(-(((X-vx)/300)**2+((Y-hz)/70)**2))[..., None]*(AMBER*.55+RED*.1)
    return a

def sound():
    r = np.random.default_rng(31); a = sky(NAVY*1.0, NAVY*.7, lin('#16103A'), 1.0); x = np.linspace(0, 1, W, dtype=np.float32)[None, :]
    n = 110; env = np.exp(-((x-.42)/.30)**2)*.9+np.exp(-((x-.80)/.12)**2)*.45
    for k in range(n):
        t = k/(n-1); c = (RED*(1-t*2)+VIO*t*2) if t < .5 else (VIO*(2-2*t)+BLUE*(2*t-1)); amp = .30*env*(t-.5)*1.6
        y = .54+amp*np.sin(2*np.pi*(2.2*x+.35*t))+.05*np.sin(2*np.pi*(1.1*x-.6*t))+.045*env*np.sin(2*np.pi*(7*x+1.3*t)); d = np.abs(v-y)*H
        a += (np.exp(-(d/1.15)**2)*.42+np.exp(-d/9)*.030)[..., None]*c*1.5*(.35+.9*env[..., None])
    cx, cy = .42*W, .54*H; d = np.hypot(X-cx, (Y-cy))
    for i in range(15):
        R = 60+38*i; a += (np.exp(-((d-R)/1.3)**2)*.35*np.exp(-i/7))[..., None]*(WARM if i % 4 else RED*1.5)
    a += np.exp(-(d/46)**2)[..., None]*WARM*1.0+np.exp(-(d/200)**1.4)[..., None]*RED*.22
    return a+blur(np.maximum(a-.35, 0), 24)*.6
def window():
    """a house at night: many dark windows, a few lit ones, and someone who is still up"""
    r = np.random.default_rng(43); a = (lin('#0B1236')*.55+(lin('#231F4F')-lin('#0B1236')*.55)*v[..., None]**1.6*.55).astype(np.float32); nx, ny = 9, 7; gw, gh = W/nx, H/ny
    wall = blur(r.standard_normal((H, W)).astype(np.float32), 1.2)*.05+blur(r.standard_normal((H, W)).astype(np.float32), 24)*.5; a *= (1+wall)[..., None]
    lit = {(6, 2): WARM*1.15, (2, 4): AMBER*.75, (7, 5): lin('#9FB6FF')*.42, (1, 1): RED*.55+AMBER*.16}; glow = np.zeros_like(a)
    for j in range(ny):
        for i in range(nx):
            x0, y0, ww, wh = (i+.5)*gw-48, (j+.5)*gh-58, 96, 116; fx, fy = (X-x0)/ww, (Y-y0)/wh; m = ((fx > 0) & (fx < 1) & (fy > 0) & (fy < 1)).astype(np.float32); m = blur(m, .6)
            frame = (((np.abs(fx-.5) < .5+6/ww) & (np.abs(fy-.5) < .5+6/wh)).astype(np.float32)-m).clip(0, 1); a += frame[..., None]*lin('#3B4476')*.22
            sill = ((np.abs(fx-.5) < .62) & (fy > 1.06) & (fy < 1.12)).astype(np.float32); a += sill[..., None]*lin('#59629A')*.16
            c = lit.get((i, j)); pane = (SLATE*.10+BLUE*.05*(1-fy)[..., None]+VIO*.05*np.exp(-((fx+fy-r.uniform(.5, 1.3))/.16)**2)[..., None]*r.uniform(.2, 1)).astype(np.float32)
            if c is not None:
                lamp = np.exp(-(((fx-.62)/.55)**2+((fy-.38)/.6)**2)); pane = c*(.35+1.25*lamp)[..., None]; k = np.clip((np.abs(fx-.5)-.30)/.2, 0, 1); fold = .72+.28*np.sin(fx*70); pane = pane*(1-.62*k*fold)[..., None]
            cross = ((np.abs(fx-.5) < .018) | (np.abs(fy-.36) < .014)).astype(np.float32); pane = pane*(1-.86*blur(cross, .6))[..., None]; a = a*(1-m[..., None])+pane*m[..., None]
            if c is not None:
                glow += (m[..., None]*c)*.9; a += np.exp(-(((X-x0-ww/2)/190)**2+((Y-y0-wh*.9)/200)**2))[..., None]*c*.09
                if (i, j) == (6, 2):                                    # someone who reads at the window, and a lamp
                    S_ = np.zeros((H, W), np.float32); cx, cy = int(x0+40), int(y0+62); cv2.circle(S_, (cx, cy), 13, 1., -1, cv2.LINE_AA); cv2.ellipse(S_, (cx-3, cy+48), (25, 36), 0, 180, 360, 1., -1, cv2.LINE_AA); cv2.rectangle(S_, (cx-28, cy+46), (cx+22, cy+56), 1., -1); cv2.fillPoly(S_, [np.int32([(cx+16, cy+34), (cx+38, cy+26), (cx+40, cy+30), (cx+18, cy+40)])], 1., cv2.LINE_AA); S_ = blur(S_, .8)*m; a = a*(1-.94*S_[..., None])
                if (i, j) == (2, 4):                                    # a cat between the plants
                    S_ = np.zeros((H, W), np.float32); cx, cy = int(x0+56), int(y0+116); cv2.ellipse(S_, (cx, cy-14), (15, 24), 0, 0, 360, 1., -1, cv2.LINE_AA); cv2.circle(S_, (cx-5, cy-42), 11, 1., -1, cv2.LINE_AA); [cv2.fillPoly(S_, [np.int32([(cx-5+s*10, cy-45), (cx-5+s*9, cy-60), (cx-5+s*1, cy-51)])], 1., cv2.LINE_AA) for s in (-1, 1)]; cv2.ellipse(S_, (cx+18, cy-8), (14, 8), 20, 0, 300, 1., 4, cv2.LINE_AA); S_ = blur(S_, .8)*m; a = a*(1-.94*S_[..., None])
    return a*(1.25-.55*v[..., None])+(bloom(glow)-glow)*.30

def bats():
    """the routes of bats over a city, seen from above: along the river and from garden to garden"""
    r = np.random.default_rng(57); ang = .38; river = H*(.60+.13*np.sin(2.1*np.pi*u+.5)+.05*np.sin(5*np.pi*u+1)); rd = np.abs(Y-river); base = lin('#06102E')*.8
    def plan(im):
        im[:] = base
        c, s = np.cos(ang), np.sin(ang); R = 1.25*max(w, h); y = -R/2
        while y < R/2:
            bh = r.uniform(46, 92)*S; x = -R/2
            while x < R/2:
                bw = r.uniform(50, 150)*S; g = 6*S; q = [(x+g, y+g), (x+bw-g, y+g), (x+bw-g, y+bh-g), (x+g, y+bh-g)]; q = np.int32([(w/2+px*c-py*s, h/2+px*s+py*c) for px, py in q]); k = r.random(); col = lin('#123A33')*.55 if k < .16 else base*(1.5+1.3*r.random())+lin('#1C2A66')*.10*r.random(); cv2.fillPoly(im, [q], col.tolist(), cv2.LINE_AA); x += bw
            y += bh
    a = draw(plan); wet = (1/(1+np.exp((rd-52)*.35)))[..., None]; a = a*(1-wet)+(lin('#0A1D4A')*.75+BLUE*.035*np.sin(Y*.5+4*np.sin(X*.02))[..., None]**2)*wet; a += np.exp(-((rd-54)/5)**2)[..., None]*lin('#3C5BB0')*.13
    for _ in range(240):
        x, y = r.random()*W, r.random()*H
        if abs(y-float(river[int(y), int(x)])) < 62: continue
        d2 = (X[max(0, int(y)-60):int(y)+60, max(0, int(x)-60):int(x)+60]-x)**2+(Y[max(0, int(y)-60):int(y)+60, max(0, int(x)-60):int(x)+60]-y)**2; a[max(0, int(y)-60):int(y)+60, max(0, int(x)-60):int(x)+60] += (np.exp(-d2/3)*.9+np.exp(-d2/260)*.045)[..., None]*AMBER*r.uniform(.2, .8)
    n1, n2 = (blur(r.standard_normal((H, W)).astype(np.float32), 110) for _ in range(2)); n1 /= n1.std(); n2 /= n2.std(); slope = np.gradient(river[0])
    roosts = [(.10, .30), (.36, .86), (.63, .22), (.90, .70), (.50, .55)]; cols = [WARM*1.1, lin('#5FE0C8'), VIO*1.4, RED*1.1, lin('#8FB0FF')]
    def routes(im):
        for k, (rx, ry) in enumerate(roosts):
            for t in range(46):
                x, y = rx*W+r.normal()*16, ry*H+r.normal()*16; th = r.uniform(0, 6.283); pts = []; sense = 1 if r.random() < .5 else -1
                for _ in range(r.integers(120, 330)):
                    if not (0 <= x < W and 0 <= y < H): break
                    iy, ix = int(y), int(x); near = np.exp(-(rd[iy, ix]/130)**2); flow = np.arctan2(slope[ix]*sense, sense)+np.clip((river[iy, ix]-y)/240, -.7, .7)*sense; want = np.arctan2((1-near)*np.sin(th+.5*n1[iy, ix])+near*1.6*np.sin(flow), (1-near)*np.cos(th+.5*n1[iy, ix])+near*1.6*np.cos(flow)); d = (want-th+np.pi) % (2*np.pi)-np.pi; th += d*.10+.030*n2[iy, ix]+r.normal()*.02; x += 4.2*np.cos(th); y += 4.2*np.sin(th); pts.append((x*S, y*S))
                P = np.int32(pts); n = len(P)
                for i in range(0, n-4, 4): cv2.polylines(im, [P[i:i+5]], False, (cols[k]*(.10+.55*np.sin(np.pi*(i+2)/n)**1.2)*r.uniform(.8, 1)).tolist(), 3 if t % 6 == 0 else 2, cv2.LINE_AA)
    L = np.zeros_like(a)
    for _ in range(2): L = np.maximum(L, draw(routes))
    a += bloom(L, ((2, .5), (9, .22), (40, .12)))*.95
    for k, (rx, ry) in enumerate(roosts): d = np.hypot(X-rx*W, Y-ry*H); a += (np.exp(-((d-15)/1.6)**2)*.9+np.exp(-(d/6)**2)*1.6+np.exp(-(d/60)**2)*.18)[..., None]*cols[k]
    return a*(1.12-.45*np.hypot(u-.5, v-.5)[..., None])
only = sys.argv[2:] or ['light', 'garden', 'transit', 'sound', 'window', 'bats']
for n in only: tone(globals()[n](), 'poster-'+n)
