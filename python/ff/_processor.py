"""Refuses a processor that the bindings are not compiled for; they would end the program."""
from ._compiled_for import FEATURES

try:
    from numpy._core import _multiarray_umath as features_module
except ImportError:  # NumPy 1
    from numpy.core import _multiarray_umath as features_module

absent = [name for name in FEATURES if not features_module.__cpu_features__.get(name, True)]
if absent:
    raise ImportError(f"ff: expected a processor with {' and '.join(FEATURES)}, this one has no {' and no '.join(absent)}: "
                      "pip install ff with -C cmake.define.FF_PYTHON_PROCESSOR=x86-64")
