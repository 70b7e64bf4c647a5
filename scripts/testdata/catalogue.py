"""Every file that make_testdata writes: path under testdata/ -> bytes."""

from . import accessors, biped, draco, habit_pairs, malformed, motion_pairs, rule_pairs


def files():
    out = {"biped.glb": biped.build()}
    for part in (accessors, draco, malformed, habit_pairs, motion_pairs, rule_pairs):
        out.update(part.files())
    return out
