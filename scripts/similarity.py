"""Rotations, scales and moves that take one set of points onto another, without knowing which point is
which: guessed over the 24 ways to turn axes, then refined on nearest neighbours (Horn 1987)."""
import itertools
import math


def distance(a, b):
    return math.dist(a, b)


def size_of(points):
    return max(max(p[i] for p in points) - min(p[i] for p in points) for i in range(3)) or 1.0


def apply(move, points):
    rows, scale, offset = move
    return [tuple(scale * sum(row[k] * p[k] for k in range(3)) + offset[i]
                  for i, row in enumerate(rows)) for p in points]


class Grid:
    """Nearest points by cells of `width`."""

    def __init__(self, points, width):
        self.points, self.width, self.cells = points, width, {}
        for index, point in enumerate(points):
            self.cells.setdefault(self._cell(point), []).append(index)

    def _cell(self, point):
        return tuple(math.floor(value / self.width) for value in point)

    def within(self, point):
        """Indices of the points no further than `width`."""
        x, y, z = self._cell(point)
        return [index for dx, dy, dz in itertools.product((-1, 0, 1), repeat=3)
                for index in self.cells.get((x + dx, y + dy, z + dz), ())
                if math.dist(self.points[index], point) <= self.width]


def neighbours(points, targets, width):
    """For each point the indices of all targets no further than `width`."""
    grid = Grid(targets, width)
    return [grid.within(point) for point in points]


def _middle(points):
    return [sum(p[i] for p in points) / len(points) for i in range(3)]


def _largest_eigenvector(matrix):
    """Of a symmetric 4x4, by Jacobi rotations."""
    a = [row[:] for row in matrix]
    v = [[float(i == j) for j in range(4)] for i in range(4)]
    for _ in range(60):
        p, q = max(itertools.combinations(range(4), 2), key=lambda pq: abs(a[pq[0]][pq[1]]))
        if abs(a[p][q]) < 1e-300:
            break
        angle = 0.5 * math.atan2(2 * a[p][q], a[q][q] - a[p][p])
        c, s = math.cos(angle), math.sin(angle)
        for m in (a, v):
            for k in range(4):
                m[k][p], m[k][q] = c * m[k][p] - s * m[k][q], s * m[k][p] + c * m[k][q]
        for k in range(4):
            a[p][k], a[q][k] = c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]
    best = max(range(4), key=lambda i: a[i][i])
    return [v[k][best] for k in range(4)]


def fit(points, targets):
    """The similarity that takes points[i] nearest to targets[i]."""
    a, b = _middle(points), _middle(targets)
    s = [[0.0] * 3 for _ in range(3)]
    spread_a = spread_b = 0.0
    for p, t in zip(points, targets):
        x, y = [p[i] - a[i] for i in range(3)], [t[i] - b[i] for i in range(3)]
        spread_a += sum(value * value for value in x)
        spread_b += sum(value * value for value in y)
        for i in range(3):
            for j in range(3):
                s[i][j] += x[i] * y[j]
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = s
    w, x, y, z = _largest_eigenvector([
        [xx + yy + zz, yz - zy, zx - xz, xy - yx], [yz - zy, xx - yy - zz, xy + yx, zx + xz],
        [zx - xz, xy + yx, yy - xx - zz, yz + zy], [xy - yx, zx + xz, yz + zy, zz - xx - yy]])
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    scale = math.sqrt(spread_b / spread_a) if spread_a else 1.0
    offset = [b[i] - scale * sum(rows[i][k] * a[k] for k in range(3)) for i in range(3)]
    return rows, scale, offset


def _turns():
    """The 24 rotations that take axes to axes."""
    for order in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            rows = [[float(signs[i]) if order[i] == k else 0.0 for k in range(3)] for i in range(3)]
            (a, b, c), (d, e, f), (g, h, i) = rows
            if a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) > 0:
                yield rows


def _box(points):
    return [(min(p[i] for p in points), max(p[i] for p in points)) for i in range(3)]


def _guesses(points, targets):
    """Boxes laid on one another, for every turn; those after which the most points find one. A shape
    that looks the same from two sides has several."""
    size, scale = size_of(targets), size_of(targets) / size_of(points)
    box_b = _box(targets)
    sample = points[::max(1, len(points) // 400)]
    grid = Grid(targets, 0.01 * size)
    found = []
    for rows in _turns():
        box_a = _box(apply((rows, scale, [0, 0, 0]), points))
        offset = [(lo + hi) / 2 - (low + high) / 2 for (lo, hi), (low, high) in zip(box_b, box_a)]
        move = rows, scale, offset
        found.append((sum(bool(grid.within(point)) for point in apply(move, sample)), move))
    most = max(count for count, _ in found)
    return [move for count, move in found if count >= 0.9 * most]


def _refine(move, points, targets):
    size = size_of(targets)
    for width in (0.02, 0.005, 0.001, 0.001):
        grid = Grid(targets, width * size)
        pairs = []
        for index, point in enumerate(apply(move, points)):
            choices = grid.within(point)
            if choices:
                nearest = min(choices, key=lambda choice: math.dist(targets[choice], point))
                pairs.append((points[index], targets[nearest]))
        if len(pairs) >= 4:
            move = fit([pair[0] for pair in pairs], [pair[1] for pair in pairs])
    return move


def find(points, targets):
    """The similarities that lay `points` on `targets`: one, or more for a symmetric shape."""
    return [_refine(move, points, targets) for move in _guesses(points, targets)]
