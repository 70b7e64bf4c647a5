"""The biped's joints: 1.75 m tall, +Y up, facing +Z, so that its left is +X."""

from .vec import (IDENTITY, add, arc, f32, qinv, qmul, rigid_inverse_columns, rotate, scale, sub,
                  unit)

ARM_DIRECTION = unit((0.743, -0.669, 0.0))  # A-pose
FOREARM_DIRECTION = unit((0.735, -0.66, 0.14))
SHOULDER = (0.172, 1.395, -0.012)
ELBOW = add(SHOULDER, scale(ARM_DIRECTION, 0.28))
WRIST = add(ELBOW, scale(FOREARM_DIRECTION, 0.25))

# name, parent, position, direction of the limb (None: joint keeps the model's axes)
CENTRE = [
    ("hips", None, (0, 0.95, 0), None),
    ("spine1", "hips", (0, 1.04, -0.005), None),
    ("spine2", "spine1", (0, 1.14, -0.01), None),
    ("chest", "spine2", (0, 1.25, -0.015), None),
    ("neck", "chest", (0, 1.47, -0.015), None),
    ("head", "neck", (0, 1.545, 0.0), None),
]
LEFT = [
    ("clavicle", "chest", (0.03, 1.405, 0.01), (1, -0.05, -0.1)),
    ("upper_arm", "clavicle", SHOULDER, ARM_DIRECTION),
    ("forearm", "upper_arm", ELBOW, FOREARM_DIRECTION),
    ("forearm_twist", "forearm", add(ELBOW, scale(FOREARM_DIRECTION, 0.125)), FOREARM_DIRECTION),
    ("hand", "forearm", WRIST, FOREARM_DIRECTION),
    ("thumb", "hand", add(WRIST, (0.018, -0.022, 0.034)), (0.5, -0.55, 0.65)),
    ("fingers", "hand", add(WRIST, scale(FOREARM_DIRECTION, 0.085)), FOREARM_DIRECTION),
    ("thigh", "hips", (0.092, 0.92, 0.0), (0.006, -0.42, 0.006)),
    ("shin", "thigh", (0.098, 0.50, 0.006), (0.002, -0.415, -0.026)),
    ("foot", "shin", (0.1, 0.085, -0.02), (0.008, -0.06, 0.135)),
    ("toe", "foot", (0.113, 0.025, 0.115), (0.007, 0, 0.07)),
]


def mirror(v):
    return (-v[0], v[1], v[2])


class Joint:
    def __init__(self, name, parent, position, direction):
        self.name, self.parent, self.position = name, parent, position
        self.rotation = arc((0, 1, 0), direction) if direction else IDENTITY


def all_joints():
    """Joints by name, parents first."""
    rows = list(CENTRE)
    rows += [(n + ".L", p + ".L" if p in {r[0] for r in LEFT} else p, at, d)
             for n, p, at, d in LEFT]
    rows += [(n[:-1] + "R", p[:-1] + "R" if p.endswith(".L") else p, mirror(at), mirror(d))
             for n, p, at, d in rows[len(CENTRE):]]
    return {row[0]: Joint(*row) for row in rows}


class Rig:
    """Local rest transforms as they are stored, and what follows from the stored numbers."""

    def __init__(self):
        self.joints = all_joints()
        self.names = list(self.joints)
        self.local, self.world, self.inverse_bind = {}, {}, {}
        for name, joint in self.joints.items():
            self.place(name, joint)

    def place(self, name, joint):
        parent = self.joints.get(joint.parent)
        turn, at = (parent.rotation, parent.position) if parent else (IDENTITY, (0, 0, 0))
        back = qinv(turn)
        local = (tuple(map(f32, rotate(back, sub(joint.position, at)))),
                 tuple(map(f32, qmul(back, joint.rotation))))
        above = self.world[joint.parent] if parent else ((0, 0, 0), IDENTITY)
        self.local[name] = local
        self.world[name] = (add(above[0], rotate(above[1], local[0])),
                            unit(qmul(above[1], unit(local[1]))))
        at, turn = self.world[name]
        self.inverse_bind[name] = tuple(map(f32, rigid_inverse_columns(turn, at)))
