"""Every file that make_testdata writes: path under testdata/ -> bytes."""

from . import biped


def files():
    return {"biped.glb": biped.build()}
