"""Small building kit for procedural interiors in Blender 3.4 (Cycles, CPU). Everything is made from code."""
import bpy, math, random
from mathutils import Vector, Matrix

R = random.Random(7)
XF = [Matrix.Identity(4)]           # placement stack: with at(...): builds in local coordinates

class at:
    def __init__(s, x=0, y=0, z=0, rot=0): s.m = Matrix.Translation((x, y, z)) @ Matrix.Rotation(math.radians(rot), 4, 'Z')
    def __enter__(s): XF.append(XF[-1] @ s.m)
    def __exit__(s, *a): XF.pop()

def srgb(h):
    h = h.lstrip('#'); v = [int(h[i:i+2], 16)/255 for i in (0, 2, 4)]
    return tuple((c/12.92 if c <= .04045 else ((c+.055)/1.055)**2.4) for c in v) + (1,)

RED, SLATE, NAVY = srgb('#F70041'), srgb('#373F60'), srgb('#000A33')
WARM, WARM2, COOL = (1, .64, .34), (1, .78, .56), (.42, .6, 1)

# ---------------------------------------------------------------- materials
class M:
    def __init__(s, name, light=False):
        s.m = bpy.data.materials.new(name); s.m.use_nodes = True; s.t = s.m.node_tree; s.t.nodes.clear()
        s.out = s.t.nodes.new('ShaderNodeOutputMaterial'); s.m.cycles.sample_as_light = light
    def n(s, typ, ins=None, **props):
        x = s.t.nodes.new('ShaderNode'+typ)
        for k, v in props.items(): setattr(x, k, v)
        for k, v in (ins or {}).items(): s.set(x.inputs[k], v)
        return x
    def set(s, sock, v):
        if isinstance(v, bpy.types.NodeSocket): s.t.links.new(v, sock)
        elif sock.type == 'VECTOR' and isinstance(v, (int, float)): sock.default_value = (v, v, v)
        elif sock.type == 'RGBA' and len(v) == 3: sock.default_value = tuple(v)+(1,)
        else: sock.default_value = v
    def pos(s): return s.n('NewGeometry').outputs['Position']
    def island(s): return s.n('NewGeometry').outputs['Random Per Island']
    def xyz(s, v): o = s.n('SeparateXYZ', {0: v}).outputs; return o[0], o[1], o[2]
    def vec(s, x, y, z): return s.n('CombineXYZ', {0: x, 1: y, 2: z}).outputs[0]
    def mul(s, v, sc): return s.n('VectorMath', {0: v, 1: sc}, operation='MULTIPLY').outputs[0]
    def add(s, v, w): return s.n('VectorMath', {0: v, 1: w}, operation='ADD').outputs[0]
    def noise(s, v, scale, detail=4, rough=.55, dist=0):
        return s.n('TexNoise', {'Vector': v, 'Scale': scale, 'Detail': detail, 'Roughness': rough, 'Distortion': dist}).outputs['Fac']
    def math(s, op, a, b=0, c=0): return s.n('Math', {0: a, 1: b, 2: c}, operation=op).outputs[0]
    def ramp(s, f, stops, interp='LINEAR'):
        r = s.n('ValToRGB', {'Fac': f}); e = r.color_ramp.elements; r.color_ramp.interpolation = interp
        while len(e) < len(stops): e.new(.5)
        for el, (p, c) in zip(e, stops): el.position = p; el.color = tuple(c)+((1,) if len(c) == 3 else ())
        return r.outputs['Color']
    def rng(s, f, a, b, c, d): return s.n('MapRange', {0: f, 1: a, 2: b, 3: c, 4: d}).outputs[0]
    def mix(s, f, a, b, blend='MIX'): return s.n('MixRGB', {'Fac': f, 'Color1': a, 'Color2': b}, blend_type=blend).outputs[0]
    def bump(s, h, strength=.2, dist=.01): return s.n('Bump', {'Height': h, 'Strength': strength, 'Distance': dist}).outputs[0]
    def pbr(s, color, rough=.5, metal=0, normal=None, **k):
        ins = {'Base Color': color, 'Roughness': rough, 'Metallic': metal}
        if normal is not None: ins['Normal'] = normal
        ins.update({a.replace('_', ' '): b for a, b in k.items()})
        return s.n('BsdfPrincipled', ins).outputs[0]
    def done(s, shader): s.t.links.new(shader, s.out.inputs[0]); return s.m

def emit(name, color, strength, light=False):
    m = M(name, light); return m.done(m.n('Emission', {'Color': color, 'Strength': strength}).outputs[0])

def wood(name, dark, light, axis='z', rough=.42, var=.35):
    m = M(name); i = m.island()
    v = m.add(m.pos(), m.vec(m.math('MULTIPLY', i, 37.), m.math('MULTIPLY', i, 91.), m.math('MULTIPLY', i, 53.)))
    sc = {'x': (.7, 8, 8), 'y': (8, .7, 8), 'z': (8, 8, .7)}[axis]; fs = tuple(a*9 if a > 1 else a*2 for a in sc)
    g = m.noise(m.mul(v, sc), 1.6, 7, .62, .9); fine = m.noise(m.mul(v, fs), 1.5, 3, .7)
    c = m.ramp(g, [(.28, dark), (.5, tuple((a+b)/2 for a, b in zip(dark, light))), (.72, light)])
    c = m.mix(.45, c, m.ramp(fine, [(.3, (.35, .35, .35)), (.62, (1, 1, 1))]), 'MULTIPLY')
    k = m.rng(i, 0, 1, 1-var, 1+var*.35); c = m.mix(1, c, m.vec(k, k, k), 'MULTIPLY')
    return m.done(m.pbr(c, m.rng(fine, .3, .7, rough+.12, rough-.08), normal=m.bump(fine, .12, .004)))

def plaster(name, color, rough=.75, amp=.12):
    m = M(name); p = m.pos(); a = m.noise(p, 1.3, 6, .6, .4); b = m.noise(p, 26, 4)
    lo = tuple(c*(1-amp) for c in color[:3]); hi = tuple(min(1, c*(1+amp*.6)) for c in color[:3])
    return m.done(m.pbr(m.ramp(a, [(.3, lo), (.7, hi)]), m.rng(a, .3, .7, rough+.1, rough-.1), normal=m.bump(b, .06, .01)))

def metal(name, color, rough=.3, brushed=True):
    m = M(name); f = m.noise(m.mul(m.pos(), (3, 3, 160)), 2, 2)
    return m.done(m.pbr(color, m.rng(f, .3, .7, rough-.07, rough+.1) if brushed else rough, 1))

def fabric(name, color, sheen=.5, weave=260):
    m = M(name); p = m.pos(); a = m.noise(p, weave, 2, .7); b = m.noise(p, 3.2, 4, .6)
    lo = tuple(c*.62 for c in color[:3]); hi = tuple(min(1, c*1.18) for c in color[:3])
    c = m.mix(.35, m.ramp(a, [(.3, lo), (.7, hi)]), m.ramp(b, [(.3, lo), (.7, hi)]))
    return m.done(m.pbr(c, .92, normal=m.bump(a, .5, .003), Sheen=sheen, Specular=.2))

def lacquer(name, color, rough=.3):
    m = M(name); a = m.noise(m.pos(), 2.2, 5)
    return m.done(m.pbr(color, m.rng(a, .3, .7, rough-.06, rough+.1), Specular=.5))

def marble(name, base, vein, rough=.16):
    m = M(name); p = m.pos(); d = m.noise(p, 1.6, 8, .65, 1.8)
    v = m.math('ABSOLUTE', m.math('SUBTRACT', d, .5))
    return m.done(m.pbr(m.ramp(v, [(0, vein), (.035, tuple((a+b)/2 for a, b in zip(base, vein))), (.12, base)]), rough))

def leafmat(name, a, b):
    m = M(name); i = m.island(); n = m.noise(m.pos(), 9, 3)
    c = m.mix(m.math('MULTIPLY', m.math('ADD', i, n), .5), a, b)
    s = m.n('MixShader', {'Fac': .3, 1: m.pbr(c, .42, Specular=.4), 2: m.n('BsdfTranslucent', {'Color': m.mix(.5, c, (.35, .6, .08, 1))}).outputs[0]})
    return m.done(s.outputs[0])

def glass(name, tint=(.93, .97, 1), refl=.75):
    """thin architectural glass: no caustics, no refraction, no noise"""
    m = M(name); f = m.math('MULTIPLY', m.n('LayerWeight', {'Blend': .22}).outputs['Fresnel'], refl)
    s = m.n('MixShader', {'Fac': f, 1: m.n('BsdfTransparent', {'Color': tint}).outputs[0], 2: m.n('BsdfGlossy', {'Roughness': .02, 'Color': (.9, .95, 1)}).outputs[0]})
    return m.done(s.outputs[0])

def city(name):
    """towers with lit windows; haze grows with distance"""
    m = M(name); p = m.pos(); x, y, z = m.xyz(p); i = m.island(); dist = m.n('VectorMath', {0: p}, operation='LENGTH').outputs['Value']
    a = m.math('ADD', m.math('ADD', x, y), m.math('MULTIPLY', i, 31.)); du = m.math('DIVIDE', a, 1.6); dw = m.math('DIVIDE', z, 3.3)
    n = m.n('TexWhiteNoise', {'Vector': m.vec(m.math('FLOOR', du), m.math('FLOOR', dw), m.math('MULTIPLY', i, 99.))}, noise_dimensions='3D').outputs
    fl = m.n('TexWhiteNoise', {'Vector': m.vec(m.math('FLOOR', dw), m.math('MULTIPLY', i, 77.), 0)}, noise_dimensions='3D').outputs
    win = m.math('MULTIPLY', m.math('LESS_THAN', m.math('ABSOLUTE', m.math('SUBTRACT', m.math('FRACT', du), .5)), .34), m.math('LESS_THAN', m.math('ABSOLUTE', m.math('SUBTRACT', m.math('FRACT', dw), .5)), .26))
    on = m.math('MULTIPLY', win, m.math('GREATER_THAN', m.math('MULTIPLY_ADD', fl[0], .3, n[0]), m.rng(i, 0, 1, .72, 1.12)))
    col = m.ramp(n[1], [(.0, (1, .50, .18)), (.55, (1, .70, .38)), (.85, (.70, .80, 1)), (1, (1, .35, .3))])
    k = m.rng(dist, 90, 620, 0, 1)
    body = m.mix(k, m.mix(m.rng(z, -40, 50, 0, 1), (.055, .045, .085, 1), (.022, .030, .075, 1)), (.34, .19, .24, 1))
    c = m.mix(m.math('MULTIPLY', on, m.rng(dist, 90, 620, .95, .45)), body, col)
    return m.done(m.n('Emission', {'Color': c, 'Strength': m.math('MULTIPLY_ADD', on, .35, .62)}).outputs[0])

def dusk(strength=1.0, az=(1, .25)):
    """evening sky: warm horizon, violet, deep blue; streaky clouds"""
    w = bpy.context.scene.world or bpy.data.worlds.new('W'); bpy.context.scene.world = w; w.use_nodes = True
    w.cycles.sampling_method = 'NONE'
    m = M.__new__(M); m.t = w.node_tree; m.t.nodes.clear(); m.out = m.t.nodes.new('ShaderNodeOutputWorld')
    d = m.n('TexCoord').outputs['Generated']; x, y, z = m.xyz(d)
    cl = m.noise(m.mul(d, (2.2, 2.2, 13)), 1.7, 7, .6, .5)
    zz = m.math('ADD', z, m.math('MULTIPLY', m.math('SUBTRACT', cl, .5), .16))
    c = m.ramp(m.rng(zz, -.1, 1, 0, 1), [(0, (.16, .10, .13)), (.09, (.95, .42, .20)), (.14, (.82, .34, .30)), (.22, (.42, .22, .42)), (.36, (.12, .16, .40)), (.6, (.035, .065, .22)), (1, (.018, .035, .14))])
    g = m.math('POWER', m.math('MAXIMUM', m.n('VectorMath', {0: d, 1: (az[0], az[1], .02)}, operation='DOT_PRODUCT').outputs['Value'], 0), 5)
    c = m.mix(m.math('MULTIPLY', g, .5), c, (1, .5, .26, 1), 'SCREEN')
    m.t.links.new(m.n('Background', {'Color': c, 'Strength': strength}).outputs[0], m.out.inputs[0])

# ---------------------------------------------------------------- geometry
def obj(name, verts, faces, mat, smooth=False):
    me = bpy.data.meshes.new(name); me.from_pydata([tuple(v) for v in verts], [], faces); me.update()
    if smooth: me.polygons.foreach_set('use_smooth', [True]*len(me.polygons))
    o = bpy.data.objects.new(name, me); bpy.context.scene.collection.objects.link(o)
    if mat: me.materials.append(mat)
    o.matrix_world = XF[-1].copy(); return o

def box(c, s, mat, bevel=0, rot=0, seg=3, name='box'):
    x, y, z = (a/2 for a in s)
    vs = [(i*x, j*y, k*z) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    fs = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    o = obj(name, vs, fs, mat, bevel > .012)
    o.matrix_world = XF[-1] @ Matrix.Translation(c) @ Matrix.Rotation(math.radians(rot), 4, 'Z')
    if bevel:
        b = o.modifiers.new('b', 'BEVEL'); b.width = bevel; b.segments = seg; b.limit_method = 'NONE'
        o.data.use_auto_smooth = True; o.data.auto_smooth_angle = math.radians(50)
    return o

def boxes(lst, mat, name='boxes'):
    """many boxes in one mesh: [(centre, size, rotz)]; 'random per island' still tells them apart"""
    V, F = [], []
    for c, s, *r in lst:
        a = math.radians(r[0] if r else 0); ca, sa = math.cos(a), math.sin(a); b = len(V)
        for i in (-.5, .5):
            for j in (-.5, .5):
                for k in (-.5, .5):
                    X, Y = i*s[0], j*s[1]; V.append((c[0]+X*ca-Y*sa, c[1]+X*sa+Y*ca, c[2]+k*s[2]))
        F += [tuple(b+q for q in f) for f in [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]]
    return obj(name, V, F, mat)

def lathe(prof, mat, segs=96, a0=0, a1=360, smooth=True, closed=False, caps=False, name='lathe', c=(0, 0, 0), sharp=40):
    """profile [(r, z)] turned about z; with caps the ends of an arc are rounded like upholstery"""
    full = abs(a1-a0) >= 359.9; n = segs if full else segs+1; P = [(float(p[0]), float(p[1])) for p in prof]; cr, cz = sum(p[0] for p in P)/len(P), sum(p[1] for p in P)/len(P); V, F = [], []
    angs = [(math.radians(a0+(a1-a0)*i/segs), 1.) for i in range(n)]
    if caps:
        d = math.radians(5)*math.copysign(1, a1-a0)*caps
        pre = [(angs[0][0]-d*math.sin(t), math.cos(t)*.995+.005) for t in (1.5, 1.2, .8, .4)]
        post = [(angs[-1][0]+d*math.sin(t), math.cos(t)*.995+.005) for t in (.4, .8, 1.2, 1.5)]
        angs = pre+angs+post; n = len(angs)
    for a, k in angs:
        for r, z in [(cr+(p-cr)*k, cz+(t-cz)*k) for p, t in P]: V.append((c[0]+r*math.cos(a), c[1]+r*math.sin(a), c[2]+z))
    m = len(P)
    for i in range(n if full else n-1):
        for j in range(m if closed else m-1):
            F.append((i*m+j, ((i+1) % n)*m+j, ((i+1) % n)*m+(j+1) % m, i*m+(j+1) % m))
    if caps and closed: F += [tuple(range(m)), tuple((n-1)*m+j for j in reversed(range(m)))]
    o = obj(name, V, F, mat, smooth)
    if smooth: o.data.use_auto_smooth = True; o.data.auto_smooth_angle = math.radians(sharp)
    return o

def rrect(r0, r1, z0, z1, rad, k=5):
    """closed rounded rectangle as a lathe profile"""
    out = []; rad = min(rad, (r1-r0)/2-.001, (z1-z0)/2-.001)
    for cx, cz, s in ((r1-rad, z1-rad, 0), (r0+rad, z1-rad, 90), (r0+rad, z0+rad, 180), (r1-rad, z0+rad, 270)):
        for i in range(k+1):
            a = math.radians(s+90*i/k); out.append((cx+rad*math.cos(a), cz+rad*math.sin(a)))
    return out

def cyl(c, r, h, mat, segs=48, bevel=.006): return lathe([(0, 0), (r-bevel, 0), (r, bevel), (r, h-bevel), (r-bevel, h), (0, h)], mat, segs, c=c)
def ball(c, r, mat, segs=32): return lathe([(r*math.sin(math.pi*i/18), -r*math.cos(math.pi*i/18)) for i in range(19)], mat, segs, c=c, sharp=80)
def torus(c, rr, r, mat, segs=128, a0=0, a1=360): return lathe([(rr+r*math.cos(2*math.pi*i/10), r*math.sin(2*math.pi*i/10)) for i in range(10)], mat, segs, a0, a1, closed=True, c=c, sharp=80)

def tube(pts, r, mat, sides=7, r1=None):
    V, F = [], []; pts = [Vector(p) for p in pts]; n = len(pts)
    for i, p in enumerate(pts):
        d = (pts[min(i+1, n-1)]-pts[max(i-1, 0)]).normalized(); a = d.orthogonal().normalized() if i == 0 else (a-d*a.dot(d)).normalized(); b = d.cross(a)
        rr = r if r1 is None else r+(r1-r)*i/(n-1)
        for k in range(sides): t = 2*math.pi*k/sides; V.append(p+(a*math.cos(t)+b*math.sin(t))*rr)
    for i in range(n-1):
        for k in range(sides): F.append((i*sides+k, i*sides+(k+1) % sides, (i+1)*sides+(k+1) % sides, (i+1)*sides+k))
    return obj('tube', V, F, mat, True)

# ---------------------------------------------------------------- light
def area(c, size, power, color, rot=(0, 0, 0), glossy=False, shape='RECTANGLE', spread=180):
    l = bpy.data.lights.new('area', 'AREA'); l.shape = shape; l.size = size[0]; l.size_y = size[1]; l.energy = power; l.color = color[:3]; l.spread = math.radians(spread)
    o = bpy.data.objects.new('area', l); bpy.context.scene.collection.objects.link(o)
    o.matrix_world = XF[-1] @ Matrix.Translation(c) @ Matrix.Rotation(math.radians(rot[2]), 4, 'Z') @ Matrix.Rotation(math.radians(rot[1]), 4, 'Y') @ Matrix.Rotation(math.radians(rot[0]), 4, 'X')
    o.visible_camera = False; o.visible_glossy = glossy; o.visible_transmission = False; return o

def spot(c, power, color, angle=60, blend=.7, radius=.08, target=None):
    l = bpy.data.lights.new('spot', 'SPOT'); l.energy = power; l.color = color[:3]; l.spot_size = math.radians(angle); l.spot_blend = blend; l.shadow_soft_size = radius
    o = bpy.data.objects.new('spot', l); bpy.context.scene.collection.objects.link(o); m = XF[-1] @ Matrix.Translation(c)
    if target: m = XF[-1] @ Matrix.Translation(c) @ (Vector(target)-Vector(c)).to_track_quat('-Z', 'Y').to_matrix().to_4x4()
    o.matrix_world = m; o.visible_camera = False; o.visible_glossy = False; return o

def point(c, power, color, radius=.2):
    l = bpy.data.lights.new('pt', 'POINT'); l.energy = power; l.color = color[:3]; l.shadow_soft_size = radius
    o = bpy.data.objects.new('pt', l); bpy.context.scene.collection.objects.link(o); o.matrix_world = XF[-1] @ Matrix.Translation(c)
    o.visible_camera = False; o.visible_glossy = False; return o

# ---------------------------------------------------------------- plants
def _leaf(L, W, bend, fold=.25, n=7):
    """one leaf along +x: three rows of points, folded at the midrib, drooping"""
    V, F = [], []
    for i in range(n):
        t = i/(n-1); w = W*math.sin(math.pi*min(1, t*.93+.05))**.8*(1-.35*t); a = bend*t*t
        x, z = L*t*math.cos(a*.6), -L*t*math.sin(a)*.8
        V += [(x, -w, z+abs(w)*fold), (x, 0, z), (x, w, z+abs(w)*fold)]
    for i in range(n-1):
        b = i*3; F += [(b, b+1, b+4, b+3), (b+1, b+2, b+5, b+4)]
    return V, F

def foliage(items, mat, name='leaves'):
    """items: (position, direction vector, roll, length, width, bend)"""
    VV, FF, base = [], [], 0
    for p, d, roll, L, W, bend in items:
        v, f = _leaf(L, W, bend); d = Vector(d).normalized()
        m = (d.to_track_quat('X', 'Z').to_matrix() @ Matrix.Rotation(roll, 3, 'X'))
        P = Vector(p); VV += [m @ Vector(u)+P for u in v]; FF += [tuple(base+i for i in q) for q in f]; base += len(v)
    return obj(name, VV, FF, mat, True)

def planter(r=.34, h=.55, mat=None, soil=None):
    lathe([(0, 0), (r*.78, 0), (r*.84, .02), (r, h-.03), (r, h), (r-.035, h), (r-.05, h-.06), (0, h-.06)], mat, 48)

def tree(h, leaf, bark, n=1500, spread=1.0, seed=1, ll=.13, lw=.03):
    r = random.Random(seed); items = []; tips = []; z0 = .4
    for k in range(3):
        a = k*2.1+r.random(); pts = [(0+.03*math.cos(a), .03*math.sin(a), z0)]; x = y = 0
        for i in range(1, 7): x += math.cos(a)*.045*i*.4*spread+r.uniform(-.03, .03); y += math.sin(a)*.045*i*.4*spread+r.uniform(-.03, .03); pts.append((x, y, z0+(h*.72-z0)*i/6))
        tube(pts, .028, bark, 7, .012)
        for q in range(3, 7):
            for _ in range(4):
                b = r.random()*6.28; L = r.uniform(.3, .65)*spread; p = Vector(pts[q]); e = p+Vector((math.cos(b)*L, math.sin(b)*L, r.uniform(.15, .6)*h*.28))
                tube([p, (p+e)/2+Vector((0, 0, .06)), e], .01, bark, 5, .004); tips.append((p, e))
    for i in range(n):
        p, e = r.choice(tips); t = r.uniform(.35, 1.12); q = p.lerp(e, t)+Vector((r.gauss(0, .1), r.gauss(0, .1), r.gauss(0, .1)))*spread
        a = r.random()*6.28; items.append((q, (math.cos(a), math.sin(a), r.uniform(-.5, .55)), r.uniform(-.5, .5), ll*r.uniform(.7, 1.25), lw*r.uniform(.8, 1.2), r.uniform(.1, .9)))
    foliage(items, leaf)

def palm(h, leaf, bark, fronds=11, seed=1, z0=.45, reach=1.0):
    r = random.Random(seed); items = []
    for k in range(fronds):
        a = k*2.399+r.uniform(-.2, .2); up = r.uniform(.55, 1.0); L = h*up; out = reach*r.uniform(.55, 1.0)*(1.25-.5*up); pts = []
        for i in range(13):
            t = i/12; pts.append(Vector((math.cos(a)*out*t**1.5, math.sin(a)*out*t**1.5, z0+L*(t*1.05-.42*t**3.2))))
        tube(pts, .011, bark, 5, .003)
        for i in range(34):
            t = .34+.66*i/33; s = t*12; j = min(11, int(s)); p = pts[j].lerp(pts[j+1], s-j); d = (pts[j+1]-pts[j]).normalized(); side = d.cross(Vector((0, 0, 1))).normalized()
            for sg in (-1, 1):
                ln = .42*math.sin(math.pi*(.18+.78*(t-.34)/.66))**.7*reach
                items.append((p, side*sg*.85+d*.75+Vector((0, 0, r.uniform(-.05, .22))), r.uniform(-.3, .3), ln, .017, r.uniform(.5, 1.1)))
    foliage(items, leaf)

def broad(h, leaf, bark, n=26, seed=1, z0=.45, size=.34):
    r = random.Random(seed); items = []
    for k in range(n):
        a = k*2.399; t = k/n; L = h*(.35+.65*r.random()); out = (.15+.55*r.random())*(1.2-.5*t)
        pts = [Vector((math.cos(a)*out*s**1.6, math.sin(a)*out*s**1.6, z0+L*(s-.12*s**3))) for s in [i/6 for i in range(7)]]
        tube(pts, .008, bark, 5, .005); s = size*r.uniform(.7, 1.2)
        items.append((pts[-1], (math.cos(a+r.uniform(-.3, .3)), math.sin(a+r.uniform(-.3, .3)), r.uniform(-.35, .35)), r.uniform(-.4, .4), s, s*.36, r.uniform(.5, 1.1)))
    foliage(items, leaf)

def blades(h, leaf, n=60, seed=1, z0=0, w=.03, area_=(.3, .3), bend=.6):
    r = random.Random(seed); items = []
    for _ in range(n):
        a = r.random()*6.28; items.append(((r.uniform(-1, 1)*area_[0], r.uniform(-1, 1)*area_[1], z0), (math.cos(a)*.32, math.sin(a)*.32, 1), r.uniform(0, 6), h*r.uniform(.55, 1.1), w, r.uniform(0, bend)))
    foliage(items, leaf)

def trailing(length, leaf, bark, n=10, w=2.0, seed=1):
    r = random.Random(seed); items = []
    for _ in range(n):
        x = r.uniform(-w/2, w/2); L = length*r.uniform(.35, 1); y = 0
        for i in range(int(L/.035)):
            z = -i*.035; x += r.uniform(-.012, .012); y = .06+.05*math.sin(i*.3)+r.uniform(-.02, .02); a = r.uniform(-.3, 3.4)
            items.append(((x, y, z), (math.cos(a), abs(math.sin(a)), -.5), r.uniform(-.4, .4), r.uniform(.06, .11), .032, .6))
    for _ in range(n*12):
        a = r.random()*6.28; items.append(((r.uniform(-w/2, w/2), r.uniform(-.12, .1), r.uniform(-.02, .12)), (math.cos(a), math.sin(a), .4), 0, r.uniform(.09, .16), .04, .7))
    foliage(items, leaf)

# ---------------------------------------------------------------- furniture
def arc_sofa(rad, a0, a1, fab, base, cushion=None, seed=1):
    """curved sofa, open towards the centre"""
    d = .9; lathe(rrect(rad+.06, rad+d-.05, .06, .14, .02), base, 48, a0+2, a1-2, closed=True)
    lathe(rrect(rad, rad+d-.16, .13, .43, .09), fab, 48, a0, a1, closed=True, caps=.9)
    lathe(rrect(rad+d-.3, rad+d, .13, .80, .13), fab, 48, a0, a1, closed=True, caps=.9)
    r = random.Random(seed)
    if cushion:
        for i, a in enumerate((a0+9, a0+24, (a0+a1)/2+r.uniform(-8, 8), a1-12)):
            rr = rad+d-.40; A = math.radians(a); c = cushion[i % len(cushion)]
            o = box((rr*math.cos(A), rr*math.sin(A), .63), (.13, .44, .42), c, .062, a, 5)
            o.matrix_world = o.matrix_world @ Matrix.Rotation(.28, 4, 'Y') @ Matrix.Rotation(r.uniform(-.15, .15), 4, 'X')

def tub_chair(fab, base, seat=None):
    """armchair that opens towards +x"""
    lathe(rrect(.30, .43, .20, .76, .062), fab, 40, 62, 298, closed=True, caps=2.4)
    lathe([(0, .2), (.30, .2), (.36, .23), (.37, .36), (.34, .43), (.27, .455), (0, .46)], seat or fab, 48)
    for a in (45, 135, 225, 315):
        A = math.radians(a); tube([(.26*math.cos(A), .26*math.sin(A), .22), (.31*math.cos(A), .31*math.sin(A), 0)], .014, base, 8)

def round_table(r, h, top, leg):
    lathe([(0, h), (r-.012, h), (r, h-.012), (r, h-.03), (r-.012, h-.04), (0, h-.04)], top, 64)
    lathe([(0, 0), (r*.52, 0), (r*.52, .015), (.06, .03), (.045, .1), (.045, h-.1), (.07, h-.04)], leg, 40)

def globes(pts, ztop, mat, cable, r=(.11, .19), seed=1):
    q = random.Random(seed)
    for x, y, z in pts:
        rr = q.uniform(*r); ball((x, y, z), rr, mat); tube([(x, y, z+rr), (x, y, ztop)], .005, cable, 5); cyl((x, y, z+rr-.01), .035, .05, cable, 16)

def slats(x0, x1, z0, z1, mat, back, w=.045, gap=.045, d=.05, y=0, jitter=0):
    """vertical slats on a dark felt, front towards -y"""
    if back: box(((x0+x1)/2, y+.02, (z0+z1)/2), (x1-x0, .03, z1-z0), back)
    n = max(1, int((x1-x0)/(w+gap))); st = (x1-x0)/n
    boxes([((x0+st*(i+.5), y-d/2-R.random()*jitter, (z0+z1)/2), (w, d, z1-z0)) for i in range(n)], mat)

def books(x0, x1, z, depth, mat, seed=1, y=0):
    r = random.Random(seed); out = []; x = x0
    while x < x1-.03:
        w = r.uniform(.022, .05); h = r.uniform(.19, .3)
        if r.random() < .1: x += r.uniform(.08, .25); continue
        out.append(((x+w/2, y, z+h/2), (w*.94, depth*r.uniform(.75, 1), h))); x += w
    if out: boxes(out, mat)

def opal(name, color, lo=1.1, hi=2.6):
    """lamp glass: brighter in the middle, so that it stays a ball"""
    m = M(name); f = m.n('LayerWeight', {'Blend': .5}).outputs['Facing']
    return m.done(m.n('Emission', {'Color': color, 'Strength': m.rng(f, 0, .9, hi, lo)}).outputs[0])

def skyline(mat, seed=3, n=260, ang=(-78, 78), dist=(130, 640), base=-60, hmax=62):
    r = random.Random(seed); L = []
    for _ in range(n):
        a = math.radians(r.uniform(*ang)); d = r.uniform(*dist); s = r.uniform(14, 34); h = 34+hmax*r.random()**2.2*(.55+d/500)
        L.append(((d*math.cos(a), d*math.sin(a), base+h/2), (s, r.uniform(14, 34), h), r.uniform(0, 90)))
    boxes(L, mat, 'city')

def chair(fab, wood_, metal_=None):
    """reading chair that faces +y"""
    box((0, 0, .45), (.46, .45, .06), fab, .025)
    for sx in (-1, 1):
        tube([(sx*.20, .19, .44), (sx*.21, .21, 0)], .018, wood_, 8); tube([(sx*.19, -.20, 0), (sx*.19, -.20, .46), (sx*.185, -.25, .86)], .018, wood_, 8)
    for z in (.80, .68): box((0, -.245, z), (.40, .035, .09), wood_, .014)
    box((0, -.23, .60), (.36, .04, .1), fab, .018)

def stool(f, metal_, h=.72):
    """a round high seat on a brass foot"""
    lathe([(0, h-.02), (.16, h-.02), (.185, h+.01), (.185, h+.05), (.15, h+.08), (0, h+.085)], f, 32); cyl((0, 0, 0), .02, h, metal_, 12); cyl((0, 0, 0), .18, .02, metal_, 32); torus((0, 0, .26), .13, .01, metal_, 32)

def desk_lamp(shade, metal_, glow):
    """banker's lamp along x, standing at z=0"""
    cyl((0, 0, 0), .08, .02, metal_, 28); cyl((0, 0, 0), .011, .34, metal_, 10)
    V, F = [], []; n = 10
    for k in range(n+1):
        t = math.pi*(.08+.84*k/n)
        for x in (-.19, .19): V.append((x, -.10*math.cos(t), .32+.085*math.sin(t)))
    for k in range(n): b = k*2; F.append((b, b+1, b+3, b+2))
    obj('shade', V, F, shade, True); box((0, 0, .345), (.34, .09, .02), glow)

def shelf(x0, x1, z0, z1, K, seed=0, step=.42, depth=.34, fill=.9, lit=True):
    """open shelves against y=0, front towards -y"""
    box(((x0+x1)/2, -.02, (z0+z1)/2), (x1-x0, .03, z1-z0), K.walx); n = max(1, int((z1-z0)/step)); st = (z1-z0)/n; m = max(1, round((x1-x0)/1.25)); bw = (x1-x0)/m
    for i in range(n+1):
        box(((x0+x1)/2, -depth/2-.02, z0+i*st), (x1-x0, depth, .03), K.walx)
        if i < n:
            if lit and i % 2 == 0: box(((x0+x1)/2, -.06, z0+(i+1)*st-.03), (x1-x0-.06, .015, .01), K.warm)
            for j in range(m):
                if random.Random(seed*31+i*7+j).random() < fill: books(x0+j*bw+.05, x0+(j+1)*bw-.05, z0+i*st+.015, .22, K.books, seed*97+i*13+j, -depth/2-.02)
                else: lathe([(0, 0), (.08, 0), (.12, .1), (.05, .22), (.06, .28), (0, .28)], K.brass if (i+j) % 2 else K.potd, 24, c=(x0+(j+.5)*bw, -depth/2, z0+i*st+.015))
    for j in range(m+1): box((x0+j*bw, -depth/2-.02, (z0+z1)/2), (.04, depth+.01, z1-z0+.04), K.walnut)

def easel(K, w, h, pic, z=1.35, what=None):
    """faces -y"""
    box((0, 0, z), (w+.08, .04, h+.08), K.black, .008); box((0, -.024, z), (w, .006, h), pic)
    for s in (-1, 1): tube([(s*w*.42, .03, z+h/2+.12), (s*w*.56, -.06, 0)], .016, K.oak, 6)
    tube([(0, .04, z+h/2+.1), (0, .6, 0)], .014, K.oak, 6); box((0, -.06, z-h/2-.05), (w*.9, .06, .025), K.oakx)
    if what: mark_spot(what, (0, -.03, z), w, h)

def planks(x0, x1, y0, y1, mat, back, seed=2):
    r = random.Random(seed); P = []; y = y0
    while y < y1:
        x = x0-r.random()*1.5
        while x < x1: L = r.uniform(1.2, 2.2); P.append(((x+L/2, y+.09, -.02), (L-.004, .176, .04))); x += L
        y += .18
    boxes(P, mat); box(((x0+x1)/2, (y0+y1)/2, -.05), (x1-x0, y1-y0, .02), back)

def arch_wall(x0, x1, z1, xc, w, hs, mat, t=.3):
    """front face at y=0; one arched opening from the floor, springing at hs"""
    box(((x0+xc-w/2)/2, t/2, z1/2), (xc-w/2-x0, t, z1), mat); box(((x1+xc+w/2)/2, t/2, z1/2), (x1-xc-w/2, t, z1), mat)
    n = 48; V, F = [], []
    for i in range(n+1):
        a = math.pi-math.pi*i/n; x, z = xc+w/2*math.cos(a), hs+w/2*math.sin(a); V += [(x, 0, z), (x, 0, z1), (x, t, z), (x, t, z1)]
    for i in range(n): b = 4*i; F += [(b, b+4, b+5, b+1), (b, b+2, b+6, b+4), (b+2, b+3, b+7, b+6)]
    obj('arch', V, F, mat)

# ---------------------------------------------------------------- render
def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.engine = 'CYCLES'

def setup(w, h, spp, out, pano=True, seed=0, adaptive=.0, passes=True):
    s = bpy.context.scene; s.render.resolution_x, s.render.resolution_y, s.render.resolution_percentage = w, h, 100
    c = s.cycles; c.device = 'CPU'; c.samples = spp; c.seed = seed; c.use_denoising = False
    c.use_adaptive_sampling = adaptive > 0
    if adaptive: c.adaptive_threshold = adaptive; c.adaptive_min_samples = 16
    c.max_bounces = 6; c.diffuse_bounces = 3; c.glossy_bounces = 3; c.transmission_bounces = 2; c.transparent_max_bounces = 10
    c.sample_clamp_indirect = 3; c.sample_clamp_direct = 0; c.blur_glossy = 1.0; c.caustics_reflective = c.caustics_refractive = False
    c.use_fast_gi = False; c.use_light_tree = False if hasattr(c, 'use_light_tree') else None
    c.use_auto_tile = False
    s.render.use_persistent_data = False; s.render.threads_mode = 'AUTO'
    s.view_settings.view_transform = 'Filmic'; s.view_settings.look = 'Medium High Contrast'; s.view_settings.exposure = 0
    vl = s.view_layers[0]
    names = ['Image', 'DiffDir', 'DiffInd', 'DiffCol', 'GlossDir', 'GlossInd', 'GlossCol', 'TransDir', 'TransInd', 'TransCol', 'Emit', 'Env', 'Normal', 'Depth']
    for p in ('diffuse', 'glossy', 'transmission'):
        for q in ('direct', 'indirect', 'color'): setattr(vl, f'use_pass_{p}_{q}', passes)
    vl.use_pass_emit = vl.use_pass_environment = vl.use_pass_normal = vl.use_pass_z = passes
    s.use_nodes = True; t = s.node_tree; t.nodes.clear(); rl = t.nodes.new('CompositorNodeRLayers'); fo = t.nodes.new('CompositorNodeOutputFile')
    fo.base_path = out; fo.format.file_format = 'OPEN_EXR'; fo.format.color_depth = '16'; fo.format.exr_codec = 'ZIP'; fo.file_slots.clear()
    for k in (names if passes else ['Image']):
        if k not in rl.outputs: print('no pass', k, [o.name for o in rl.outputs]); continue
        fo.file_slots.new(k); t.links.new(rl.outputs[k], fo.inputs[k])
        if k == 'Depth': fo.file_slots[-1].use_node_format = False; fo.file_slots[-1].format.file_format = 'OPEN_EXR'; fo.file_slots[-1].format.color_depth = '32'
    comp = t.nodes.new('CompositorNodeComposite'); t.links.new(rl.outputs['Image'], comp.inputs[0])
    s.render.image_settings.file_format = 'PNG'

def camera(loc, rot=(90, 0, 0), pano=True, lens=22):
    cd = bpy.data.cameras.new('cam'); o = bpy.data.objects.new('cam', cd); bpy.context.scene.collection.objects.link(o)
    o.location = loc; o.rotation_euler = [math.radians(a) for a in rot]; bpy.context.scene.camera = o; cd.clip_end = 2000; cd.clip_start = .05
    if pano:
        cd.type = 'PANO'; cd.cycles.panorama_type = 'EQUIRECTANGULAR'
    else: cd.lens = lens
    return o

def render(out):
    import time; t = time.time(); bpy.context.scene.render.filepath = out+'/preview.png'; bpy.ops.render.render(write_still=True); print('RENDER', round(time.time()-t, 1), 's')

# ---------------------------------------------------------------- places: where labels hang, computed from the geometry
DOORS, SPOTS = [], []
def mark_door(to, w, h, y=-.22):
    """call inside with at(...): opening centred on local x=0, front towards -y"""
    m = XF[-1]; DOORS.append((to, m @ Vector((0, y, h+.39)), [m @ Vector((sx*w/2, y, z)) for sx in (-1, 1) for z in (0, h)], m @ Vector((0, y, h/2))))

def mark_spot(what, c, w, h, rot=0):
    """an upright plate w x h about c (local), turned by rot about z"""
    m = XF[-1] @ Matrix.Translation(c) @ Matrix.Rotation(math.radians(rot), 4, 'Z'); SPOTS.append((what, m @ Vector((0, 0, 0)), [m @ Vector((sx*w/2, 0, sz*h/2)) for sx in (-1, 1) for sz in (-1, 1)]))

def finish(out, w, h, spp, pano, lens=21, loc=(0, 0, 1.65), rot=(90, 0, 0), shift=(0, 0)):
    """camera, places, passes, render"""
    import json, os
    o = camera(loc, rot, pano, lens); o.data.shift_x, o.data.shift_y = shift; setup(w, h, spp, out, pano); bpy.context.view_layer.update(); s = bpy.context.scene
    from bpy_extras.object_utils import world_to_camera_view as w2c
    inv = o.matrix_world.inverted()
    def ang(p):
        v = inv @ p; d = v.normalized(); return math.degrees(math.atan2(d.x, -d.z)), math.degrees(math.asin(d.y))
    def place(p):
        if pano: a = ang(p); return {'yaw': round(a[0], 2), 'pitch': round(a[1], 2)}
        c = w2c(s, o, p); return {'x': round(c.x, 4), 'y': round(1-c.y, 4)}
    def size(ps):
        if pano:
            A = [ang(p) for p in ps]; y0 = A[0][0]; ys = [(a[0]-y0+180) % 360-180 for a in A]; return {'w': round(max(ys)-min(ys), 2), 'h': round(max(a[1] for a in A)-min(a[1] for a in A), 2)}
        A = [w2c(s, o, p) for p in ps]; return {'w': round(max(a.x for a in A)-min(a.x for a in A), 4), 'h': round(max(a.y for a in A)-min(a.y for a in A), 4)}
    J = {'doors': [{'to': t, 'position': place(p), 'opening': {'position': place(c), 'size': size(q)}} for t, p, q, c in DOORS], 'spots': [{'what': t, 'position': place(p), 'size': size(q), **({} if pano else {'quad': [place(v) for v in q]})} for t, p, q in SPOTS]}
    os.makedirs(out, exist_ok=True); json.dump(J, open(out+'/places.json', 'w'), indent=1)
    if os.environ.get('PLACES_ONLY'): return
    T = os.environ.get('LIMIT')
    if T: c = s.cycles; c.time_limit = float(T); c.use_adaptive_sampling = True; c.adaptive_threshold = .04; c.adaptive_min_samples = 20
    B = os.environ.get('BORDER')
    if B:
        r = s.render; r.use_border = r.use_crop_to_border = True; r.border_min_x, r.border_max_x, r.border_min_y, r.border_max_y = [float(v) for v in B.split(',')]
    render(out)
