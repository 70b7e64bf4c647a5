"""A welded surface grown from loops of vertices, with smooth weights, split at seams on output."""

from .vec import add, cross, dot, f32, length, scale, sub, unit


class Surface:
    """Positions and weights once a point; faces carry UV and colour on their corners."""

    def __init__(self):
        self.positions = []
        self.weights = []  # joint name -> share
        self.faces = []  # [(point, uv, colour)] of three or four corners

    def loop(self, points, weights):
        """Adds `points`; `weights` is a function of the position."""
        first = len(self.positions)
        self.positions += points
        self.weights += [weights(p) for p in points]
        return list(range(first, len(self.positions)))

    def tube(self, loops, island, paint, skip=(), tip=None):
        """Quads between successive closed loops, and a fan to the point `tip`. `island` is the
        UV rectangle (u0, v0, u1, v1), cut where a loop starts; `paint(row, column)` the colour."""
        columns, rows = len(loops[0]), len(loops) - (tip is None)
        faces = []
        for row, (low, high) in enumerate(zip(loops, loops[1:])):
            for column in range(columns):
                if (row, column) not in skip:
                    after = (column + 1) % columns
                    corners = [(low[column], row, column), (low[after], row, column + 1),
                               (high[after], row + 1, column + 1), (high[column], row + 1, column)]
                    faces.append((corners, paint(row, column)))
        if tip is not None:
            last = len(loops) - 1
            for column in range(columns):
                corners = [(loops[-1][column], last, column),
                           (loops[-1][(column + 1) % columns], last, column + 1),
                           (tip, last + 1, column + 0.5)]
                faces.append((corners, paint(last, column)))
        self.keep_outward(faces, loops)
        u0, v0, u1, v1 = island
        for corners, colour in faces:
            self.faces.append([(point, (f32(u0 + (u1 - u0) * column / columns),
                                        f32(v0 + (v1 - v0) * row / rows)), colour)
                               for point, row, column in corners])

    def keep_outward(self, faces, loops):
        """Turns the faces over when they look at the tube's middle."""
        middles = [self.middle(loop) for loop in loops]
        outward = 0.0
        for corners, _ in faces:
            points = [self.positions[c[0]] for c in corners]
            normal = cross(sub(points[1], points[0]), sub(points[-1], points[0]))
            outward += dot(normal, sub(points[0], middles[min(c[1] for c in corners)]))
        if outward < 0:
            for corners, _ in faces:
                corners.reverse()

    def middle(self, loop):
        total = (0.0, 0.0, 0.0)
        for point in loop:
            total = add(total, self.positions[point])
        return scale(total, 1 / len(loop))

    def neighbours(self):
        around = [set() for _ in self.positions]
        for face in self.faces:
            for (a, _, _), (b, _, _) in zip(face, face[1:] + face[:1]):
                around[a].add(b)
                around[b].add(a)
        return [sorted(points) for points in around]

    def smooth_weights(self, rounds, share):
        """Moves each point's weights towards the mean of its neighbours'."""
        around = self.neighbours()
        for _ in range(rounds):
            self.weights = [blend(self.weights[i], [self.weights[j] for j in near], share)
                            for i, near in enumerate(around)]

    def normals(self):
        """Area-weighted, across seams."""
        sums = [(0.0, 0.0, 0.0)] * len(self.positions)
        for triangle in self.triangles():
            a, b, c = (self.positions[corner[0]] for corner in triangle)
            normal = cross(sub(b, a), sub(c, a))
            for corner in triangle:
                sums[corner[0]] = add(sums[corner[0]], normal)
        return [unit(n) if length(n) > 0 else (0.0, 1.0, 0.0) for n in sums]

    def triangles(self):
        for face in self.faces:
            yield face[:3]
            if len(face) == 4:
                yield [face[0], face[2], face[3]]

    def split(self):
        """(corners, indices): one vertex a distinct corner, in order of first use."""
        order, indices = {}, []
        for triangle in self.triangles():
            indices += [order.setdefault(corner, len(order)) for corner in triangle]
        return list(order), indices


def blend(own, others, share):
    out = {joint: weight * (1 - share) for joint, weight in own.items()}
    for other in others:
        for joint, weight in other.items():
            out[joint] = out.get(joint, 0.0) + weight * share / len(others)
    return out


def four_influences(weights, slots, drop_below=0.005):
    """The four heaviest as (slots, float32 weights that sum to 1), heaviest first, unused 0."""
    kept = sorted(((w, slots[j]) for j, w in weights.items() if w >= drop_below),
                  key=lambda pair: (-pair[0], pair[1]))[:4]
    total = sum(w for w, _ in kept)
    rest = [f32(w / total) for w, _ in kept[1:]]
    numbers = [f32(1 - sum(rest))] + rest
    fill = [0] * (4 - len(kept))
    return [slot for _, slot in kept] + fill, numbers + [float(x) for x in fill]
