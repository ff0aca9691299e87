"""The functions of `propagation`, compiled by Numba for doubles."""

from __future__ import annotations

from typing import Any

from numba import njit
from numba.extending import overload, register_jitable

from passline.machines.compilation import watch_compilation
from passline.machines.stop_rules import stop_decision
from passline.sessions import propagation
from passline.sessions.propagation import DOUBLES

watch_compilation()

register_jitable(inline="always")(stop_decision)
for function in (propagation.decide_stops, propagation.extend_range, propagation.request_row):
    register_jitable(function)


@overload(propagation.add_multiple)
def _add_multiple(into, weights, times):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG001  Types.
    """Compile it as a loop, without an array of the products: most of the time is spent here."""

    def add_one_by_one(into, weights, times):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202  Compiled.
        for each in range(into.size):
            into[each] += times * weights[each]

    return add_one_by_one


@overload(propagation.total)
def _total(weights):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG001  Types.
    """Compile it as four sums, so that an addition need not wait for the one before."""

    def add_in_four_sums(weights):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202  Compiled.
        whole = weights.size // 4 * 4
        rest = weights[whole:].sum()
        if whole == 0:
            return rest
        one, two, three, four = weights[0], weights[1], weights[2], weights[3]
        for each in range(4, whole, 4):
            one += weights[each]
            two += weights[each + 1]
            three += weights[each + 2]
            four += weights[each + 3]
        return one + two + three + four + rest

    return add_in_four_sums


def _compiled(function: Any) -> Any:  # noqa: ANN401  Numba is not typed.
    return njit(nogil=True, cache=True)(function)


COMPILED_DOUBLES = DOUBLES._replace(
    end_sessions=_compiled(propagation.end_sessions),
    roll_short_rails=_compiled(propagation.roll_short_rails),
    roll_ample_rails=_compiled(propagation.roll_ample_rails),
    truncate=_compiled(propagation.truncate),
    add_all_slots=_compiled(propagation.add_all_slots),
)
roll_back = _compiled(propagation.roll_back)
