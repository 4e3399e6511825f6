"""Materials and building parts that the areas share."""
from kit import *
import os
TEX = os.environ.get('ARTTEX', 'work')

def picture(name, file, strength=1., lit=True):
    m = M(name); t = m.n('TexImage', {0: m.n('TexCoord').outputs['Generated']}); t.image = bpy.data.images.load(f'{TEX}/{file}.png')
    # 'Generated' of an upright plate: x, z
    g = m.n('TexCoord').outputs['Generated']; x, y, z = m.xyz(g); m.set(t.inputs[0], m.vec(x, z, 0)); t.extension = 'EXTEND'
    return m.done(m.n('Emission', {'Color': t.outputs[0], 'Strength': strength}).outputs[0]) if lit else m.done(m.pbr(t.outputs[0], .7))

def terrazzo(name, rings=True, base=(.235, .23, .228), base2=(.315, .305, .295), chips=.75):
    m = M(name); p = m.pos(); x, y, z = m.xyz(p); q = m.vec(x, y, 0)
    cloud = m.noise(q, .55, 5, .6, .5); c = m.ramp(cloud, [(.3, base), (.7, base2)])
    rad = m.math('SQRT', m.math('ADD', m.math('MULTIPLY', x, x), m.math('MULTIPLY', y, y)))
    if rings:
        dark = m.math('ADD', m.math('LESS_THAN', rad, 1.15), m.math('MULTIPLY', m.math('GREATER_THAN', rad, 2.55), m.math('LESS_THAN', rad, 2.95)))
        dark = m.math('ADD', dark, m.math('MULTIPLY', m.math('GREATER_THAN', rad, 5.0), m.math('LESS_THAN', rad, 5.5)))
        c = m.mix(dark, c, (.045, .052, .095, 1))
    for sc, th, seedoff in ((24, .34, 0), (48, .33, 7.3), (95, .33, 3.1)):
        w = m.add(q, (seedoff, seedoff*1.7, 0)); w = m.add(w, m.mul(m.n('TexNoise', {'Vector': w, 'Scale': sc*1.3, 'Detail': 1}).outputs['Color'], .35/sc*1.6))
        v = m.n('TexVoronoi', {'Vector': w, 'Scale': sc}, voronoi_dimensions='2D').outputs
        r_, g_, b_ = m.xyz(v['Color'])
        chip = m.ramp(r_, [(0, (.80, .76, .70)), (.3, (.60, .53, .45)), (.5, (.27, .27, .30)), (.66, (.87, .84, .79)), (.82, (.05, .06, .13)), (.93, (.50, .24, .17)), (.975, (.62, .02, .06))], 'CONSTANT')
        mask = m.math('MULTIPLY', m.math('LESS_THAN', v['Distance'], m.math('MULTIPLY', g_, th)), m.math('GREATER_THAN', b_, .25))
        c = m.mix(m.math('MULTIPLY', mask, m.rng(b_, .25, 1, chips/3, chips)), c, chip)
    met = 0.
    if rings:
        line = None
        for r0 in (1.15, 2.55, 2.95, 5.0, 5.5):
            l = m.math('LESS_THAN', m.math('ABSOLUTE', m.math('SUBTRACT', rad, r0)), .011); line = l if line is None else m.math('MAXIMUM', line, l)
        th = m.math('ARCTAN2', y, x)
        star = m.math('LESS_THAN', rad, m.math('MULTIPLY_ADD', m.math('POWER', m.math('ABSOLUTE', m.math('COSINE', m.math('MULTIPLY', th, 2))), 14.), .60, .13))
        star2 = m.math('LESS_THAN', rad, m.math('MULTIPLY_ADD', m.math('POWER', m.math('ABSOLUTE', m.math('SINE', m.math('MULTIPLY', th, 2))), 22.), .46, .12))
        line = m.math('MAXIMUM', line, m.math('MAXIMUM', star, star2))
        # joints: radial in the rings, straight outside
        fr = m.math('ABSOLUTE', m.math('SUBTRACT', m.math('FRACT', m.math('MULTIPLY_ADD', th, 8/math.pi, .5)), .5))
        rj = m.math('MULTIPLY', m.math('LESS_THAN', m.math('MULTIPLY', fr, m.math('MULTIPLY', rad, math.pi/8)), .004), m.math('MULTIPLY', m.math('GREATER_THAN', rad, 1.15), m.math('LESS_THAN', rad, 5.5)))
        gx = m.math('ABSOLUTE', m.math('SUBTRACT', m.math('FRACT', m.math('DIVIDE', x, 2.2)), .5)); gy = m.math('ABSOLUTE', m.math('SUBTRACT', m.math('FRACT', m.math('DIVIDE', y, 2.2)), .5))
        sj = m.math('MULTIPLY', m.math('LESS_THAN', m.math('MINIMUM', gx, gy), .0022), m.math('GREATER_THAN', rad, 5.5))
        line = m.math('MAXIMUM', line, m.math('MAXIMUM', rj, sj)); c = m.mix(line, c, (.62, .40, .17, 1)); met = m.math("MULTIPLY", line, .55)
    rough = m.rng(m.noise(q, 1.1, 6, .65), .3, .7, .07, .21)
    return m.done(m.pbr(c, rough, met, Specular=.45))

class Mats:
    def __init__(s):
        s.oak = wood('oak', (.19, .095, .045), (.46, .27, .14)); s.oakx = wood('oakx', (.19, .095, .045), (.46, .27, .14), 'x'); s.oaky = wood('oaky', (.19, .095, .045), (.46, .27, .14), 'y')
        s.walnut = wood('walnut', (.06, .028, .014), (.20, .10, .05), 'z', .36); s.walx = wood('walx', (.06, .028, .014), (.20, .10, .05), 'x', .36)
        s.wall = plaster('wall', (.60, .56, .51)); s.ceil = plaster('ceil', (.72, .68, .63), .85, .05); s.navyw = plaster('navyw', (.035, .045, .10), .6, .2); s.slatew = plaster('slatew', (.075, .085, .15), .7, .15)
        s.felt = fabric('felt', (.018, .018, .028), .1); s.brass = metal('brass', (.83, .58, .30), .28); s.steel = metal('steel', (.55, .56, .6), .3); s.black = lacquer('black', (.012, .012, .018), .35)
        s.navy = lacquer('navy', (.010, .016, .055), .28); s.white = lacquer('whitel', (.78, .76, .73), .35); s.marble = marble('marble', (.78, .76, .73), (.30, .27, .27)); s.nero = marble('nero', (.022, .023, .034), (.5, .42, .36), .12)
        s.fnavy = fabric('fnavy', (.045, .055, .13)); s.fred = fabric('fred', (.52, .015, .055)); s.fsand = fabric('fsand', (.55, .44, .33)); s.fteal = fabric('fteal', (.06, .15, .19)); s.frust = fabric('frust', (.42, .14, .06)); s.fcream = fabric('fcream', (.70, .64, .55))
        s.rug = fabric('rug', (.40, .34, .29), .3, 120); s.rug2 = fabric('rug2', (.09, .10, .19), .3, 120)
        s.leaf = leafmat('leaf', (.022, .085, .018, 1), (.11, .26, .05, 1)); s.leaf2 = leafmat('leaf2', (.03, .08, .03, 1), (.16, .24, .09, 1)); s.leaf3 = leafmat('leaf3', (.016, .065, .03, 1), (.07, .20, .075, 1))
        s.bark = plaster('bark', (.14, .085, .05), .9, .4); s.soil = plaster('soil', (.02, .014, .01), .95, .4); s.pot = plaster('pot', (.50, .46, .42), .7, .2); s.potd = plaster('potd', (.045, .05, .075), .55, .3)
        s.glass = glass('glass'); s.bal = glass('bal', (.90, .96, .97), .55); s.city = city('city')
        s.warm = emit('warm', WARM2, 5.5); s.warmhi = emit('warmhi', WARM2, 9); s.red = emit('red', RED, 2.4); s.globe = opal('globe', (1, .70, .42)); s.fascia = emit('fascia', (.035, .05, .16), .55); s.slateb = plaster('slateb', (.060, .078, .20), .6, .05); s.dl = emit('dl', (1, .82, .62), 10)
        m = M('books'); i = m.island(); m.done(m.pbr(m.ramp(i, [(0, (.35, .05, .05)), (.12, (.05, .07, .16)), (.28, (.55, .48, .38)), (.42, (.10, .16, .15)), (.55, (.62, .58, .5)), (.68, (.28, .13, .06)), (.8, (.03, .03, .05)), (.9, (.55, .30, .10))], 'CONSTANT'), .6)); s.books = m.m

def wall(x0, x1, z1, mat, openings=(), t=.25, z0=0):
    """front face at y=0 towards -y; openings (centre, width, height)"""
    x = x0
    for c, w, h in sorted(openings):
        box(((x+c-w/2)/2, t/2, (z0+z1)/2), (c-w/2-x, t, z1-z0), mat); box((c, t/2, (h+z1)/2), (w, t, z1-h), mat); x = c+w/2
    box(((x+x1)/2, t/2, (z0+z1)/2), (x1-x, t, z1-z0), mat)

def portal(K, xc, w, h, mood, floor, rw=5.8, off=0, to=None, D=5.2):
    """A doorway that reads from afar: deep frame, lit reveal, label fascia, a lit room behind with its own colour"""
    with at(xc):
        if to: mark_door(to, w, h)
        f = .26
        for s in (-1, 1): box((s*(w/2+f/2-.02), .10, (h+.74)/2), (f, .66, h+.74), K.walnut, .012); box((s*(w/2+.02), -.232, (h+.1)/2), (.02, .01, h+.1), K.brass)
        box((0, .10, h+.37), (w+2*f-.05, .60, .74), K.walx, .012); box((0, -.215, h+.39), (w+.1, .03, .50), K.fascia, .004)   # fascia: a dim light box for the label
        box((0, -.236, h+.115), (w+.1, .012, .022), K.red)
        for s in (-1, 1): box((s*(w/2-.035), .02, h/2), (.022, .05, h-.06), K.warmhi)                 # light line in the reveal
        box((0, .02, h-.035), (w-.06, .05, .022), K.warmhi)
        box((0, .15, .004), (w, .6, .012), K.brass)                                                    # threshold
        with at(off):
            H = h+.5
            box((0, .25+D/2, -.02), (rw, D, .04), floor); box((0, .25+D/2, H+.03), (rw, D, .06), K.ceil)
            side = {'library': K.walnut, 'lounge': K.oak, 'plenary': K.navyw, 'expo': K.wall, 'workshop': K.wall, 'help': K.slatew, 'gallery': K.wall, 'lobby': K.wall}[mood]
            for s in (-1, 1): box((s*(rw/2+.04), .25+D/2, H/2), (.08, D, H), side)
            box((0, .25+D+.04, H/2), (rw, .08, H), side)
            col, p = {'library': ((1, .66, .36), 170), 'lounge': ((1, .60, .32), 150), 'plenary': ((.42, .46, 1), 330), 'expo': ((1, .84, .66), 120), 'workshop': ((.90, .93, 1), 85), 'help': ((1, .56, .44), 180), 'gallery': ((1, .78, .58), 115), 'lobby': ((1, .72, .44), 150)}[mood]
            area((0, 2.5, H-.1), (rw*.75, 4.2), p*1.9, col)
            for i in range(3): box((0, 1.4+i*1.5, H-.01), (rw*.6, .07, .03), emit('l', col, 5))
            Y = .25+D
            if mood in ('lobby', 'help', 'expo'):                         # what one sees slantwise: a picture and a lamp on either side wall
                for sd in (-1, 1):
                    xx = sd*(rw/2-.03); box((xx, .25+D*.55, 1.72), (.03, 1.05, 1.35), [K.fteal, K.frust, K.fnavy][['lobby', 'help', 'expo'].index(mood)]); box((xx+sd*.018, .25+D*.55, 1.72), (.02, 1.13, 1.43), K.brass); ball((xx-sd*.12, .25+D*.55-.85, 1.95), .1, K.globe, 20); cyl((xx-sd*.12, .25+D*.55-.85, 1.82), .04, .05, K.brass, 12); box((xx-sd*.3, .25+D*.6, .42), (.5, 1.5, .08), K.walx, .012); box((xx-sd*.3, .25+D*.6, .2), (.4, 1.3, .36), K.black)
            if mood == 'plenary':
                box((0, Y-.06, 1.75), (4.0, .04, 1.9), picture('st', 'stage', 2.0)); box((0, Y-.5, .2), (4.4, 1.0, .4), K.black)
                for r_ in range(4):
                    for i in range(5):
                        xx = (i-2)*.72+(r_ % 2)*.2; yy = 1.2+r_*.75; box((xx, yy, .42), (.52, .46, .14), K.fnavy, .05); box((xx, yy-.22, .72), (.52, .1, .55), K.fnavy, .045)
            if mood == 'expo':
                for i, (xx, c) in enumerate(((-1.5, RED), (0, (.1, .25, .9, 1)), (1.5, (1, .5, .15, 1)))):
                    box((xx, Y-.5, 1.25), (1.2, .7, 2.5), K.white, .02); box((xx, Y-.87, 1.6), (.95, .02, 1.2), emit('bo', c, .9)); box((xx, Y-1.5, .5), (.8, .4, 1.0), K.oak, .02)
                torus((0, 2.7, H-.55), .8, .025, K.warm)
            if mood == 'lounge':
                with at(0, Y): slats(-rw/2, rw/2, 0, H, K.oak, K.felt, .07, .07)
                box((0, Y-1.2, .28), (2.2, .9, .34), K.frust, .12); box((0, Y-.8, .62), (2.2, .26, .5), K.frust, .1)
                globes([(-.8, 3.6, 2.1), (-.2, 4.0, 2.45), (.6, 3.5, 2.2), (1.1, 4.1, 1.9)], H, K.globe, K.black)
                with at(1.75, 3.2): planter(.26, .5, K.pot); palm(1.5, K.leaf, K.bark, 9, 5, .4, .7)
            if mood == 'library':
                for s in range(6):
                    z = .12+s*.45
                    for x in (-2.2, -1.1, 0, 1.1): books(x+.03, x+1.06, z+.02, .2, K.books, s*7+int(x*3), Y-.2)
                    box((0, Y-.2, z), (4.5, .3, .03), K.walx)
                    for sd in (-1, 1):
                        with at(sd*(rw/2-.15), 2.8, 0, 90): books(-1.8, 1.8, z+.02, .2, K.books, s*11+sd); box((0, 0, z), (4.2, .3, .03), K.walx)
                box((0, 3.3, .73), (1.8, .8, .05), K.oakx, .01); [box((s*.8, 3.3, .36), (.06, .6, .72), K.black) for s in (-1, 1)]
                globes([(-.4, 3.3, 1.75), (.4, 3.3, 1.75)], H, K.globe, K.brass, (.09, .1))
            if mood == 'workshop':
                box((0, Y-.03, 1.6), (3.4, .05, 1.5), K.white, .01); box((0, 3.2, .73), (2.6, 1.1, .05), K.oakx, .01); [box((s*1.1, 3.2, .36), (.07, .8, .72), K.black) for s in (-1, 1)]
                for s in (-1, 1):
                    for i in range(3):
                        with at((i-1)*.85, 3.2+s*.85, 0, 90*s): box((0, 0, .45), (.44, .44, .07), [K.fred, K.fteal, K.fsand][i], .03); box((.2, 0, .72), (.05, .42, .42), [K.fred, K.fteal, K.fsand][i], .024); cyl((0, 0, 0), .03, .44, K.steel, 12)
                boxes([((-1.3+.22*i, Y-.065, 1.35+.2*((i*7) % 5)), (.15, .01, .15)) for i in range(12)], K.books)
            if mood == 'help':
                torus((0, Y-.05, 1.7), .8, .02, K.red); box((0, Y-1.1, .52), (2.4, .6, 1.04), K.oak, .04); box((0, Y-1.1, 1.06), (2.5, .7, .05), K.marble, .01)
                with at(-1.7, 2.6): planter(.26, .5, K.pot); broad(1.3, K.leaf3, K.bark, 22, 8)
            if mood == 'gallery':
                for i in range(3): box(((i-1)*1.45, Y-.03, 1.6), (1.05, .04, 1.3), picture('ar', f'art{i}', 1, False)); box(((i-1)*1.45, Y-.015, 1.6), (1.13, .03, 1.38), K.black)
                box((0, 3.2, .42), (1.8, .55, .1), K.oakx, .02); [box((s*.7, 3.2, .2), (.08, .5, .4), K.black) for s in (-1, 1)]
            if mood == 'lobby':
                with at(0, Y): slats(-rw/2, rw/2, 0, H, K.oak, K.felt, .06, .06); 
                for i, r_ in enumerate((.42, .64, .86)):
                    with at(0, Y-.12, 1.75):
                        o = torus((0, 0, 0), r_, .026, K.warmhi if i else K.red, 48, 0, 180); o.matrix_world = o.matrix_world @ Matrix.Rotation(math.radians(90), 4, 'X')
                        for s in (-1, 1): box((s*r_, 0, -.22), (.045, .045, .44), K.warmhi if i else K.red)
                box((0, Y-1.3, .5), (2.5, .6, 1.0), K.navy, .05); boxes([((-1.2+i*.0965, Y-1.62, .52), (.05, .05, .9)) for i in range(26)], K.oak); box((0, Y-1.3, 1.03), (2.65, .75, .05), K.marble, .012); box((0, Y-1.64, .04), (2.4, .012, .02), K.red)
                torus((0, 2.6, H-.4), .7, .022, K.warm)
                with at(1.35, 3.4): planter(.26, .5, K.pot); palm(1.6, K.leaf, K.bark, 9, 5, .4, .7)
