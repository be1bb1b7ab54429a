"""Refuses a processor that the bindings are not compiled for; they would end the program."""
from ._compiled_for import FEATURES


def features_at_hand():
    """NumPy's names of what the processor has, each with True or False."""
    try:
        from numpy._core._multiarray_umath import __cpu_features__
    except ImportError:  # NumPy 1
        from numpy.core._multiarray_umath import __cpu_features__
    return __cpu_features__


def check(features):
    """ImportError where one of FEATURES is known to be absent."""
    absent = [name for name in FEATURES if not features.get(name, True)]
    if absent:
        raise ImportError(f"ff: expected a processor with {' and '.join(FEATURES)}, this one has no {' and no '.join(absent)}: "
                          "pip install ff with -C cmake.define.FF_PYTHON_PROCESSOR=x86-64")


check(features_at_hand())
