"""The biped's skin: a torso of rings, limbs that grow out of holes in it, weights by anatomy."""

import math

from .biped_rig import ARM_DIRECTION, ELBOW, FOREARM_DIRECTION, SHOULDER, WRIST
from .surface import Surface
from .vec import add, cross, dot, mix, scale, smoothstep, sub, unit

SKIN, HAIR = (233, 178, 140, 255), (74, 48, 32, 255)
SHIRT, TROUSERS, SHOES = (64, 132, 140, 255), (58, 64, 92, 255), (96, 58, 38, 255)
COLUMNS = 20  # of the torso: 0 at the back, 5 at +x, 10 in front
ARM_ROWS, ARM_COLUMNS = (8, 10), (3, 7)  # hole of the left arm: rings and columns of its rim

# y, z of the middle, half width, depth to the front, depth to the back
TORSO = [
    (0.872, 0.000, 0.168, 0.100, 0.118), (0.925, 0.000, 0.174, 0.106, 0.122),
    (0.980, 0.000, 0.167, 0.104, 0.108), (1.030, 0.000, 0.153, 0.100, 0.092),
    (1.090, 0.000, 0.142, 0.096, 0.083), (1.150, 0.000, 0.143, 0.102, 0.086),
    (1.205, 0.000, 0.152, 0.112, 0.094), (1.255, 0.000, 0.161, 0.120, 0.104),
    (1.300, 0.000, 0.168, 0.122, 0.110), (1.365, 0.000, 0.176, 0.110, 0.110),
    (1.430, 0.000, 0.160, 0.082, 0.098), (1.458, -0.006, 0.108, 0.062, 0.076),
    (1.478, -0.010, 0.070, 0.056, 0.062), (1.500, -0.008, 0.056, 0.053, 0.056),
]
HEAD = [
    (1.525, 0.000, 0.053, 0.056, 0.058), (1.545, 0.008, 0.056, 0.080, 0.064),
    (1.562, 0.012, 0.060, 0.086, 0.074), (1.585, 0.013, 0.067, 0.087, 0.084),
    (1.608, 0.013, 0.071, 0.088, 0.091), (1.632, 0.013, 0.074, 0.086, 0.095),
    (1.660, 0.013, 0.076, 0.088, 0.097), (1.688, 0.012, 0.074, 0.084, 0.094),
    (1.714, 0.010, 0.066, 0.072, 0.081), (1.734, 0.008, 0.047, 0.051, 0.057),
    (1.746, 0.006, 0.023, 0.025, 0.028),
]
# y, middle x and z, half width, depth to the front, depth to the back
LEG = [
    (0.795, 0.094, -0.004, 0.083, 0.088, 0.094), (0.735, 0.094, -0.002, 0.081, 0.086, 0.086),
    (0.660, 0.096, 0.000, 0.074, 0.078, 0.076), (0.590, 0.097, 0.002, 0.065, 0.068, 0.064),
    (0.540, 0.098, 0.004, 0.058, 0.062, 0.055), (0.500, 0.098, 0.006, 0.055, 0.060, 0.051),
    (0.465, 0.098, 0.004, 0.053, 0.056, 0.052), (0.415, 0.099, 0.000, 0.056, 0.052, 0.064),
    (0.340, 0.099, -0.004, 0.054, 0.046, 0.066), (0.260, 0.100, -0.010, 0.045, 0.041, 0.054),
    (0.185, 0.100, -0.015, 0.037, 0.037, 0.043), (0.130, 0.100, -0.018, 0.035, 0.036, 0.041),
]
# top (y, z), sole (y, z), half width: the rings turn from the ankle to face the toes
FOOT = [
    ((0.104, 0.022), (0.088, -0.064), 0.036), ((0.097, 0.036), (0.048, -0.078), 0.037),
    ((0.090, 0.050), (0.010, -0.076), 0.037), ((0.083, 0.062), (0.000, -0.052), 0.036),
    ((0.074, 0.078), (0.000, -0.014), 0.036), ((0.062, 0.097), (0.000, 0.034), 0.039),
    ((0.051, 0.119), (0.000, 0.084), 0.044), ((0.042, 0.143), (0.000, 0.124), 0.046),
    ((0.034, 0.167), (0.000, 0.158), 0.042), ((0.024, 0.187), (0.004, 0.181), 0.029),
]
FOOT_TIP = (0.014, 0.194)
# distance along the arm, half depth (front to back), half height
ARM = [
    (0.055, 0.058, 0.060), (0.100, 0.051, 0.055), (0.150, 0.045, 0.048), (0.200, 0.041, 0.043),
    (0.245, 0.038, 0.039), (0.270, 0.037, 0.038), (0.295, 0.037, 0.037), (0.325, 0.039, 0.037),
    (0.370, 0.038, 0.035), (0.420, 0.033, 0.030), (0.465, 0.028, 0.024), (0.500, 0.026, 0.020),
    (0.530, 0.027, 0.018),
]
# distance from the wrist, half width, half thickness; the last ring is the knuckles
PALM = [(0.022, 0.033, 0.017), (0.055, 0.041, 0.016), (0.085, 0.043, 0.013)]
FINGERS = [(0.072, 0.6), (0.083, 0.1), (0.077, -0.3), (0.058, -0.9)]  # length, spread


def superellipse(angle, exponent):
    c, s = math.cos(angle), math.sin(angle)
    return (math.copysign(abs(c) ** (2 / exponent), c), math.copysign(abs(s) ** (2 / exponent), s))


def oval(y, x, z, width, front, back, angles, exponent=2.25):
    """A level ring; angle 0 points to +x, 90 degrees to the front."""
    points = []
    for angle in angles:
        c, s = superellipse(angle, exponent)
        points.append((x + width * c, y, z + (front if s > 0 else back) * s))
    return points


def flip(points, side):
    return [(side * p[0], p[1], p[2]) for p in points]


# ---- weights

SPINE = [("hips", 0.0), ("spine1", 1.03), ("spine2", 1.14), ("chest", 1.25), ("neck", 1.475),
         ("head", 1.545)]
SPINE_REACH = [0, 0.05, 0.055, 0.055, 0.03, 0.028]


def along_spine(y):
    """Shares of the centre joints at height `y`."""
    reached = [1.0] + [smoothstep(at - r, at + r, y)
                       for (_, at), r in zip(SPINE[1:], SPINE_REACH[1:])] + [0.0]
    return {name: reached[i] - reached[i + 1] for i, (name, _) in enumerate(SPINE)
            if reached[i] > reached[i + 1]}


def torso_weights(p):
    x, y, z = p
    weights = along_spine(y + 0.6 * max(0.0, z - 0.03) if y > 1.5 else y)
    collar = 0.85 * smoothstep(0.04, 0.14, abs(x)) * smoothstep(1.27, 1.4, y) * (y < 1.5)
    legs = 0.75 * smoothstep(0.96, 0.82, y)
    left = smoothstep(-0.05, 0.05, x)
    for name, share in (("clavicle", collar), ("thigh", legs)):
        weights = {joint: w * (1 - share) for joint, w in weights.items()}
        for end, half in ((".L", left), (".R", 1 - left)):
            weights[name + end] = weights.get(name + end, 0.0) + share * half
    return weights


def chain(at, steps, end):
    """Shares along a limb: `steps` are (joint, where it takes over, reach)."""
    reached = [1.0] + [smoothstep(where - r, where + r, at) for _, where, r in steps[1:]] + [0.0]
    return {name + (end if name != "hips" else ""): max(0.0, reached[i] - reached[i + 1])
            for i, (name, _, _) in enumerate(steps)}


def end_of(side):
    return ".L" if side > 0 else ".R"


ARM_CHAIN = [("clavicle", 0, 0), ("upper_arm", 0.0, 0.07), ("forearm", 0.28, 0.045),
             ("forearm_twist", 0.41, 0.08), ("hand", 0.53, 0.022)]


def arm_weights(side):
    def weights(p):
        q = (side * p[0], p[1], p[2])
        past = dot(sub(q, ELBOW), FOREARM_DIRECTION)
        at = 0.28 + past if past > 0 else dot(sub(q, SHOULDER), ARM_DIRECTION)
        return chain(at, ARM_CHAIN, end_of(side))
    return weights


def leg_weights(side):
    steps = [("hips", 0, 0), ("thigh", -0.86, 0.08), ("shin", -0.5, 0.05), ("foot", -0.1, 0.035)]
    return lambda p: chain(-p[1], steps, end_of(side))


def foot_weights(side):
    def weights(p):
        ankle = smoothstep(0.125, 0.07, p[1] - 0.2 * p[2])
        toe = smoothstep(0.085, 0.135, p[2])
        names = [n + end_of(side) for n in ("shin", "foot", "toe")]
        return dict(zip(names, ((1 - ankle) * (1 - toe), ankle * (1 - toe), toe)))
    return weights


def only(joint):
    return lambda p: {joint: 1.0}


# ---- parts

def build():
    """The whole skin as a Surface, weights smoothed."""
    skin = Surface()
    rings = trunk(skin)
    for side in (1, -1):
        arm(skin, arm_hole(rings, side), side)
        leg(skin, rings[0], side)
    skin.smooth_weights(rounds=3, share=0.5)
    return skin


def column(index, side):
    return index if side > 0 else -index % COLUMNS


def trunk(skin):
    angles = [math.pi * 2 * i / COLUMNS - math.pi / 2 for i in range(COLUMNS)]
    rings = [skin.loop(oval(y, 0.0, z, *sizes, angles), torso_weights)
             for y, z, *sizes in TORSO]
    head = [skin.loop([face(p) for p in oval(y, 0.0, z, *sizes, angles, 2.1)], torso_weights)
            for y, z, *sizes in HEAD]
    crown = skin.loop([(0.0, 1.75, 0.006)], torso_weights)[0]
    left = {(row, c) for row in range(*ARM_ROWS) for c in range(*ARM_COLUMNS)}
    holes = left | {(row, COLUMNS - 1 - c) for row, c in left}
    skin.tube(rings, (0.0, 0.0, 0.5, 0.5), lambda row, c: TROUSERS if row < 3 else SHIRT, holes)
    skin.tube([rings[-1]] + head, (0.0, 0.5, 0.5, 1.0), paint_head, tip=crown)
    return rings


def paint_head(row, c):
    if row >= 9 or (row >= 5 and (c < 5 or c >= 15)) or (row >= 3 and (c < 3 or c >= 17)):
        return HAIR
    return SKIN


def face(p):
    """Nose, brow, eye sockets, chin and ears, pushed out of the plain oval."""
    x, y, z = p
    if z > 0:
        def bump(at_x, at_y, wide, tall, out):
            return out * math.exp(-((abs(x) - at_x) / wide) ** 2 - ((y - at_y) / tall) ** 2)
        z += bump(0, 1.608, 0.012, 0.014, 0.020) + bump(0, 1.632, 0.010, 0.014, 0.010)
        z += bump(0, 1.552, 0.03, 0.012, 0.008) + bump(0.025, 1.66, 0.03, 0.01, 0.004)
        z -= bump(0.03, 1.632, 0.014, 0.012, 0.006)
    ear = math.exp(-((z - 0.005) / 0.014) ** 2 - ((y - 1.628) / 0.02) ** 2)
    return (x + math.copysign(0.014 * ear, x) if abs(x) > 0.05 else x, y, z)


def arm_hole(rings, side):
    """Rim of the hole, 12 points: below from back to front, front, above to the back, back."""
    low, high = ARM_ROWS
    first, last = ARM_COLUMNS
    below = [rings[low][column(c, side)] for c in range(first, last + 1)]
    above = [rings[high][column(c, side)] for c in range(last, first - 1, -1)]
    return (below + [rings[low + 1][column(last, side)]] + above
            + [rings[low + 1][column(first, side)]])


def arm_frame(at):
    """Middle, forward and up of the arm's cross section at distance `at`."""
    bend = smoothstep(0.24, 0.32, at)
    middle = (add(SHOULDER, scale(ARM_DIRECTION, at)) if at <= 0.28
              else add(ELBOW, scale(FOREARM_DIRECTION, at - 0.28)))
    along = unit(mix(mix((1, -0.25, 0), ARM_DIRECTION, smoothstep(0.02, 0.15, at)),
                     FOREARM_DIRECTION, bend))
    up = unit(cross((0, 0, 1), along))
    return middle, cross(along, up), up


def arm(skin, hole, side):
    end, weights = end_of(side), arm_weights(side)
    angles = [math.radians(30 * (k - 2) - 90) for k in range(12)]
    loops = [hole]
    for at, depth, height in ARM:
        middle, forward, up = arm_frame(at)
        points = [add(middle, add(scale(forward, depth * math.cos(a)),
                                  scale(up, height * math.sin(a)))) for a in angles]
        loops.append(skin.loop(flip(points, side), weights))
    u = 0.5 if side > 0 else 0.75
    skin.tube(loops, (u, 0.5, u + 0.25, 1.0), lambda row, c: SHIRT if row < 5 else SKIN)
    hand(skin, loops[-1], side, (u, 0.0, u + 0.25, 0.25), only("hand" + end))


def hand_point(along, forward, up):
    thick = unit(cross((0, 0, 1), FOREARM_DIRECTION))
    wide = cross(FOREARM_DIRECTION, thick)
    return add(WRIST, add(scale(FOREARM_DIRECTION, along),
                          add(scale(wide, forward), scale(thick, up))))


def palm_ring(along, width, thick):
    """12 points in the arm's order, flat above and below."""
    across = [0.92, 0.48, 0.0, -0.48, -0.92]
    below = [hand_point(along, width * a, -thick) for a in reversed(across)]
    above = [hand_point(along, width * a, thick) for a in across]
    return (below + [hand_point(along, width * 1.04, 0)] + above
            + [hand_point(along, -width * 1.04, 0)])


def hand(skin, wrist, side, island, weights):
    rings = [wrist] + [skin.loop(flip(palm_ring(*ring), side), weights) for ring in PALM]
    u0, v0, u1, v1 = island
    middle_u = (u0 + u1) / 2
    skin.tube(rings, (u0, v0, middle_u, v1), lambda row, c: SKIN, skip={(1, 4), (1, 5)})
    thumb_rim = [rings[1][4], rings[1][5], rings[1][6], rings[2][6], rings[2][5], rings[2][4]]
    digit(skin, thumb_rim, flip([unit((0.62, -0.55, 0.56))], side)[0], 0.066, 0.0105,
          (middle_u, v0, u1, v0 + 0.05), only("thumb" + end_of(side)))
    top, bottom = rings[-1][6:11], rings[-1][4::-1]
    webs = skin.loop(flip([hand_point(0.09, PALM[-1][1] * a, 0) for a in (0.48, 0, -0.48)], side),
                     weights)
    between = [rings[-1][5]] + webs + [rings[-1][11]]
    for i, (size, spread) in enumerate(FINGERS):
        rim = [top[i], top[i + 1], between[i + 1], bottom[i + 1], bottom[i], between[i]]
        direction = flip([unit(sub(hand_point(1, 0.09 * spread, -0.16), WRIST))], side)[0]
        digit(skin, rim, direction, size, 0.0088,
              (middle_u, v0 + 0.05 * (i + 1), u1, v0 + 0.05 * (i + 2)),
              only("fingers" + end_of(side)))


def digit(skin, rim, direction, size, radius, island, weights):
    """A finger out of a six-point rim, half round towards its tip."""
    middle = skin.middle(rim)
    loops = [rim]
    for along, share in ((0.2, 1.12), (0.5, 1.0), (0.8, 0.88), (0.94, 0.62)):
        centre = add(middle, scale(direction, size * along))
        points = []
        for p in (skin.positions[i] for i in rim):
            out = sub(p, middle)
            out = sub(out, scale(direction, dot(out, direction)))
            points.append(add(centre, scale(unit(out), radius * share)))
        loops.append(skin.loop(points, weights))
    tip = skin.loop([add(middle, scale(direction, size))], weights)[0]
    skin.tube(loops, island, lambda row, c: SKIN, tip=tip)


def leg(skin, hips, side):
    weights = leg_weights(side)
    if side > 0:
        skin.crotch = skin.loop([(0.0, 0.832, 0.052), (0.0, 0.818, 0.0), (0.0, 0.828, -0.06)],
                                torso_weights)
    rim = [hips[column(i, side)] for i in range(COLUMNS // 2 + 1)] + skin.crotch
    angles = [math.pi * 2 * (i - 5) / 14 for i in range(14)]
    loops = [rim] + [skin.loop(flip(oval(y, x, z, *sizes, angles, 2.0), side), weights)
                     for y, x, z, *sizes in LEG]
    left = side > 0
    skin.tube(loops, (0.5, 0.3, 0.75, 0.5) if left else (0.75, 0.3, 1.0, 0.5),
              lambda row, c: TROUSERS)
    foot(skin, loops[-1], angles, side)


def foot(skin, ankle, angles, side):
    loops, weights = [ankle], foot_weights(side)
    for top, sole, width in FOOT:
        points = []
        for angle in angles:
            c, s = superellipse(angle, 2.6)
            y, z = mix(sole, top, (s + 1) / 2)
            points.append((0.1 + width * c + 0.06 * (z + 0.02), max(0.0, y), z))
        loops.append(skin.loop(flip(points, side), weights))
    tip = skin.loop(flip([(0.113, *FOOT_TIP)], side), weights)[0]
    u = 0.5 if side > 0 else 0.75
    skin.tube(loops, (u, 0.25, u + 0.25, 0.3), lambda row, c: SHOES, tip=tip)
