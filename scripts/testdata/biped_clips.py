"""The biped's motion. A pose turns each joint in the model's axes, on top of its parent's turn."""

import math

from .biped_rig import mirror
from .vec import (IDENTITY, add, cross, dot, f32, from_axes, length, mix, qinv, qmul, rotate, scale,
                  smoothstep, sub, turn, unit)

RATE = 30
X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)  # toes go up about -X
CYCLE_S, SPEED = 1.1, 1.15  # of the walk: seconds, metres a second
STANCE = 0.62  # share of the cycle that a foot is on the ground
HEEL_Z = -0.075


class Pose:
    """Turns and the hips' place of one moment; `local` gives what a key stores."""

    def __init__(self, rig, hips):
        self.rig, self.hips = rig, hips
        self.turns = {}  # joint -> turn of the joint in model axes, parents included

    def set(self, joint, *turns):
        """Turns `joint` by `turns`, the first one outermost, before its parent's turn."""
        parent = self.rig.joints[joint].parent
        total = self.turn_of(parent) if parent else IDENTITY
        for one in turns:
            total = qmul(total, one)
        self.turns[joint] = total

    def turn_of(self, joint):
        while joint and joint not in self.turns:
            joint = self.rig.joints[joint].parent
        return self.turns[joint] if joint else IDENTITY

    def place(self, joint):
        """Where `joint` stands in the model."""
        parent = self.rig.joints[joint].parent
        if parent is None:
            return self.hips
        at = sub(self.rig.joints[joint].position, self.rig.joints[parent].position)
        return add(self.place(parent), rotate(self.turn_of(parent), at))

    def local(self, joint):
        parent = self.rig.joints[joint].parent
        own = qmul(self.turn_of(joint), self.rig.world[joint][1])
        above = qmul(self.turn_of(parent), self.rig.world[parent][1]) if parent else IDENTITY
        return unit(qmul(qinv(above), own))


def side_of(end):
    return 1 if end == ".L" else -1


def rest_direction(rig, joint, child):
    return unit(sub(rig.joints[child].position, rig.joints[joint].position))


# ---- walk

def sole_pitch(phase):
    """Degrees, toes up positive: heel strike, flat, heel rise, swing."""
    if phase < 0.10:
        return 18 * (1 - smoothstep(0, 0.10, phase))
    if phase < STANCE:
        return -52 * smoothstep(0.34, STANCE + 0.04, phase)
    return mix((-50,), (18,), smoothstep(STANCE + 0.02, 0.95, phase))[0]


def toe_bend(phase):
    """Degrees by which the toes turn up against the sole; they stay level while the heel rises."""
    if phase < STANCE:
        return max(0.0, -sole_pitch(phase)) * 0.95
    return 48 * (1 - smoothstep(STANCE, STANCE + 0.2, phase))


def ankle_on_sole(rig, pitch, pivot_z, pivot_at):
    """(y, z) of the ankle of a foot that turns by `pitch` about the sole's point at `pivot_z`."""
    ankle = rig.joints["foot.L"].position
    turned = rotate(turn(X, -pitch), (0, ankle[1], ankle[2] - pivot_z))
    return (turned[1], pivot_at + turned[2])


def stance_ankle(rig, phase):
    ball = rig.joints["toe.L"].position[2]
    ground = 0.315 - SPEED * CYCLE_S * phase
    pivot = HEEL_Z if sole_pitch(phase) > 0 else ball
    return ankle_on_sole(rig, sole_pitch(phase), pivot, ground + pivot)


def hermite(p0, v0, p1, v1, t):
    t2, t3 = t * t, t * t * t
    return (p0 * (2 * t3 - 3 * t2 + 1) + v0 * (t3 - 2 * t2 + t) + p1 * (3 * t2 - 2 * t3)
            + v1 * (t3 - t2))


def ankle_path(rig, phase):
    """(y, z) of the ankle in the walk, continuous in speed where the foot leaves and lands."""
    if phase < STANCE:
        return stance_ankle(rig, phase)
    step, span = 1e-3, 1 - STANCE
    off, before = stance_ankle(rig, STANCE), stance_ankle(rig, STANCE - step)
    on, after = stance_ankle(rig, 0.0), stance_ankle(rig, step)
    t = (phase - STANCE) / span
    y, z = (hermite(off[i], (off[i] - before[i]) / step * span, on[i],
                    (after[i] - on[i]) / step * span, t) for i in (0, 1))
    lowest = lowest_ankle(rig, sole_pitch(phase), toe_bend(phase))
    return (max(y, lowest + 0.02 * math.sin(math.pi * t)), z)


def lowest_ankle(rig, pitch, bend):
    """Height of the ankle at which heel, ball or toe tip touches the ground."""
    ankle, ball = rig.joints["foot.L"].position, rig.joints["toe.L"].position
    heel = rotate(turn(X, -pitch), (0, -ankle[1], HEEL_Z - ankle[2]))
    under_ball = rotate(turn(X, -pitch), (0, -ankle[1], ball[2] - ankle[2]))
    tip = add(rotate(turn(X, -pitch), sub(ball, ankle)),
              rotate(turn(X, -pitch - bend), (0, -ball[1], 0.19 - ball[2])))
    return -min(heel[1], under_ball[1], tip[1])


def leg_to(pose, end, ankle, pitch, bend):
    """Two-bone solution from the hips to `ankle`, knee forward; then the sole and the toes."""
    rig = pose.rig
    thigh, shin, foot = (n + end for n in ("thigh", "shin", "foot"))
    at = [rig.joints[n].position for n in (thigh, shin, foot)]
    upper, lower = length(sub(at[1], at[0])), length(sub(at[2], at[1]))
    hip = pose.place(thigh)
    reach = min(length(sub(ankle, hip)), 0.998 * (upper + lower))
    down = unit(sub(ankle, hip))
    forward = rotate(pose.turn_of("hips"), Z)
    forward = unit(sub(forward, scale(down, dot(forward, down))))
    along = (upper * upper + reach * reach - lower * lower) / (2 * upper * reach)
    knee = add(hip, add(scale(down, upper * along),
                        scale(forward, upper * math.sqrt(max(0.0, 1 - along * along)))))
    for joint, tail, (a, b) in ((thigh, at[1], (hip, knee)), (shin, at[2], (knee, ankle))):
        rest = frame(sub(tail, rig.joints[joint].position), Z)
        pose.turns[joint] = qmul(frame(sub(b, a), forward if joint == thigh else Z), qinv(rest))
    pose.turns[foot] = turn(X, -pitch)
    pose.turns["toe" + end] = turn(X, -pitch - bend)


def frame(along, forward):
    y = unit(scale(along, -1))
    x = unit(cross(y, forward))
    return from_axes(x, y, cross(x, y))


def hang_arm(pose, end, swing, flex, twist):
    """The arm hangs, swings forward by `swing` and flexes at the elbow (degrees)."""
    rig, side = pose.rig, side_of(end)
    fore = rest_direction(rig, "forearm" + end, "hand" + end)
    pose.set("clavicle" + end, turn(Z, -2 * side), turn(Y, -0.1 * swing * side))
    pose.set("upper_arm" + end, turn(X, -swing), turn(Z, -39 * side))
    pose.set("forearm" + end, turn(cross(fore, Z), flex))
    pose.set("forearm_twist" + end, turn(fore, 0.6 * twist * side))
    pose.set("hand" + end, turn(fore, twist * side), turn(cross(fore, Z), 4))
    pose.set("fingers" + end, turn(cross(fore, mirror_if((0.67, 0.74, 0), side)), -16))


def mirror_if(v, side):
    return v if side > 0 else mirror(v)


def walk_pose(rig, phase):
    """Phase 0: the left heel strikes."""
    swing = math.cos(2 * math.pi * (phase - 0.03))
    sway = math.sin(2 * math.pi * (phase - 0.02))
    bob = -math.cos(4 * math.pi * (phase - 0.05))
    pose = Pose(rig, (0.018 * sway, 0.922 + 0.016 * bob, 0.0))
    pose.set("hips", turn(Y, -5 * swing), turn(Z, 3 * sway), turn(X, 2))
    pose.set("spine1", turn(Y, 3 * swing), turn(Z, -1.5 * sway))
    pose.set("spine2", turn(Y, 4 * swing), turn(Z, -1.5 * sway), turn(X, 1 - 0.5 * bob))
    pose.set("chest", turn(Y, 4 * swing), turn(Z, -1 * sway))
    pose.set("neck", turn(Y, -3 * swing), turn(X, -1.5))
    # The head looks ahead whatever the spine does.
    pose.turns["head"] = turn(X, 1 + 0.6 * bob)
    for end, offset in ((".L", 0.0), (".R", 0.5)):
        own = (phase + offset) % 1.0
        forward = -math.cos(2 * math.pi * (own - 0.06))
        hang_arm(pose, end, 19 * forward + 1, 16 + 9 * forward, 8 + 10 * forward)
        y, z = ankle_path(rig, own)
        x = side_of(end) * 0.092
        leg_to(pose, end, (x, y, z), sole_pitch(own), toe_bend(own))
    return pose


# ---- wave

def wave_pose(rig, seconds):
    """Stands, raises the right arm, waves it three times and lowers it again."""
    up = smoothstep(0.0, 0.55, seconds) * smoothstep(2.0, 1.45, seconds)
    beat = up * math.sin(2 * math.pi * 2.5 * (seconds - 0.5))
    pose = Pose(rig, rig.joints["hips"].position)
    pose.set("head", turn(Y, -12), turn(Z, 5))  # held: one constant
    hang_arm(pose, ".L", 2, 14, 0)
    hang_arm(pose, ".R", 2, 14, 0)
    pose.set("chest", turn(Z, 3 * up))
    raise_arm(pose, up, beat)
    return pose


def raise_arm(pose, up, beat):
    rig = pose.rig
    arm = rest_direction(rig, "upper_arm.R", "forearm.R")
    fore = rest_direction(rig, "forearm.R", "hand.R")
    pose.set("clavicle.R", turn(Z, mix((2,), (-14,), up)[0]))
    pose.set("upper_arm.R", turn(Y, 14 * up), turn(Z, mix((39,), (-46,), up)[0]), turn(X, -2),
             turn(arm, 62 * up))
    pose.set("forearm.R", turn(cross(fore, Z), mix((14,), (84,), up)[0] + 20 * beat))
    twist = -20 * up + 18 * beat
    pose.set("forearm_twist.R", turn(fore, 0.6 * twist))
    pose.set("hand.R", turn(fore, twist), turn(Z, 10 * beat))
    pose.set("fingers.R", turn(cross(fore, (-0.67, 0.74, 0)), -16 * (1 - up)))
    pose.set("thumb.R", turn(Z, -12 * up))


# ---- keys

def sample(rig, pose_at, keys):
    """(times, hips' places, joint -> quaternions), neighbours in one hemisphere."""
    poses = [pose_at(k) for k in range(keys)]
    turns = {}
    for joint in rig.names:
        track = []
        for pose in poses:
            q = pose.local(joint)
            if track and dot(q, track[-1]) < 0:
                q = scale(q, -1)
            track.append(q)
        turns[joint] = [tuple(map(f32, q)) for q in track]
    return [tuple(map(f32, p.hips)) for p in poses], turns


def walk(rig):
    """34 keys; the last repeats the first."""
    last = round(CYCLE_S * RATE)
    return sample(rig, lambda k: walk_pose(rig, k % last / last), last + 1)


def wave(rig):
    return sample(rig, lambda k: wave_pose(rig, k / RATE), 2 * RATE + 1)
