"""sheet.py OUT.webp: one sheet with all rooms and four views of each panorama"""
import sys, os, subprocess, tempfile, cv2, numpy as np
T = tempfile.mkdtemp(); here = os.path.dirname(os.path.abspath(__file__)); A = here+'/../assets/'; W, G = 2000, 16; cw = (W-5*G)//4
def fit(f, w): a = cv2.imread(A+f if not f.startswith('/') else f, cv2.IMREAD_UNCHANGED); a = a[..., :3]*(a[..., 3:]/255.)+np.float32([51, 10, 0])*(1-a[..., 3:]/255.) if a.shape[2] == 4 else a; return cv2.resize(a.astype(np.float32), (w, round(a.shape[0]*w/a.shape[1])), interpolation=cv2.INTER_AREA)
def row(ims):
    h = max(i.shape[0] for i in ims); o = np.zeros((h+G, W, 3), np.float32); o[:] = (51, 10, 0); x = G
    for i in ims: o[G:G+i.shape[0], x:x+i.shape[1]] = i[:, :W-x]; x += i.shape[1]+G
    return o
half, third = (W-3*G)//2, (W-4*G)//3; R = []
for p, yaws in (('lobby', (0, 90, 180, -90)), ('expo', (0, 90, 180, -90))):
    cv2.imwrite(T+'/p.png', cv2.imread(A+p+'.webp')); v = []
    for y in yaws: subprocess.run([sys.executable, here+'/crop.py', T+'/p.png', T+'/c.png', str(y), '2', '80', '960', '600'], check=True); v.append(fit(T+'/c.png', cw))
    R.append(row(v))
R.append(row([fit('plenary.webp', half), fit('lounge.webp', half)])); R.append(row([fit('library.webp', half), fit('workshops.webp', half)])); R.append(row([fit('helpdesk.webp', half), fit('login-background.webp', half)]))
m = np.zeros((round(half*9/16), half, 3), np.float32); m[:] = (51, 10, 0); a = fit('logo.webp', 190); b = fit('logo-wide.webp', 640); s = fit('favicon-64.png', 64); t = fit('favicon-180.png', 120)
m[40:40+190, 40:230] = a; m[260:260+b.shape[0], 40:680] = b; m[100:164, 470:534] = s; m[70:190, 290:410] = t
R.append(row([fit('floorplan.webp', half), m])); R.append(row([fit(f'poster-{n}.webp', cw) for n in ('light', 'garden', 'transit', 'sound')]))
o = np.vstack(R+[np.full((G, W, 3), (51, 10, 0), np.float32)]).clip(0, 255).astype(np.uint8); q = 86
while True:
    cv2.imwrite(sys.argv[1], o, [cv2.IMWRITE_WEBP_QUALITY, q])
    if os.path.getsize(sys.argv[1]) < 590e3 or q < 40: break
    q -= 4
print(o.shape, q, os.path.getsize(sys.argv[1])//1000, 'kB')
