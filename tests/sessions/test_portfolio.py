"""The win of a house in a month equals exact convolutions and binomials, within a small stated error."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import comb, gcd, sqrt
from random import Random
from time import perf_counter
from typing import cast

import numpy as np
import pytest
from flint import fmpz_poly
from hypothesis import given, settings
from hypothesis import strategies as st

from passline.errors import NoMachine, NotationError
from passline.machines.terms import Terms
from passline.machines.wager_totals import WagerMeans
from passline.sessions import portfolio
from passline.sessions.distribution import Session
from passline.sessions.portfolio import TOTAL_WEIGHT, HouseWin
from passline.words.money import Cents

RAIL = 300_00
SHARES = [Fraction(percent, 100) for percent in (1, 5, 25, 50, 75, 95, 99)]
ZERO, ONE = Fraction(0), Fraction(1)
Chances = Mapping[Cents, Fraction]


@dataclass(frozen=True)
class Played:
    """A session with a given distribution."""

    pmf: Chances
    probability_error: Fraction = ZERO
    handle: Fraction = Fraction(1_000_00)
    mean_error: Fraction = ZERO
    handle_error: Fraction = ZERO
    terms: Terms = field(default_factory=lambda: Terms(rolls=100, bankroll=RAIL))

    @property
    def means(self) -> WagerMeans:
        """Return the means of all wagers; a month uses only the handle."""
        return WagerMeans(ONE, self.handle, ZERO)


def ends(change: Mapping[Cents, Fraction | int]) -> Played:
    """Return a session whose result has the given weights, by result in cents."""
    total = sum(change.values())
    return Played({RAIL + cents: Fraction(part) / total for cents, part in change.items()})


PASS_LINE = ends({10_00: 244, -10_00: 251})
"""One Pass Bet of $10, with an edge of 7/495."""


def house_win(groups: Sequence[tuple[int, Played]]) -> HouseWin:
    """Return the house's win from groups of sessions."""
    return portfolio.house_win(cast("Sequence[tuple[int, Session]]", groups))


def convolved(groups: Sequence[tuple[int, Played]]) -> dict[Cents, Fraction]:
    """Return the exact distribution of the house's win."""
    so_far = {0: ONE}
    for sessions, session in groups:
        for _ in range(sessions):
            after: dict[Cents, Fraction] = defaultdict(Fraction)
            for won, chance in so_far.items():
                for end, its_chance in session.pmf.items():
                    after[won + session.terms.bankroll - end] += chance * its_chance
            so_far = after
    return so_far


def moments(chances: Chances) -> tuple[Fraction, Fraction]:
    mean = sum((cents * chance for cents, chance in chances.items()), ZERO)
    return mean, sum(((cents - mean) ** 2 * chance for cents, chance in chances.items()), ZERO)


def check(found: HouseWin, exact: Chances) -> None:
    """Compare a month with the exact distribution of the win."""
    told = found.pmf
    assert all(
        abs(told.get(cents, ZERO) - exact.get(cents, ZERO)) <= found.probability_error
        for cents in told.keys() | exact.keys()
    )
    so_far = ZERO
    for cents in sorted(exact):
        assert abs(found.below(cents) - so_far) <= found.probability_error
        so_far += exact[cents]
        assert abs(found.below(cents + 1) - so_far) <= found.probability_error
    for share in SHARES:
        assert quantile(exact, share - 2 * found.probability_error) <= found.quantile(share) <= quantile(exact, share)


def quantile(exact: Chances, share: Fraction) -> Cents:
    sums = sorted(exact)
    return next(
        cents for cents, so_far in zip(sums, accumulate(exact[each] for each in sums), strict=True) if so_far >= share
    )


# Small months, in fractions.

small_sessions = st.dictionaries(st.integers(0, 60), st.integers(1, 10**6), min_size=1, max_size=6).flatmap(
    lambda parts: st.sampled_from([1, 3, 5_00]).map(
        lambda step: ends({step * steps - 20 * step: part for steps, part in parts.items()})
    )
)
small_months = st.lists(st.tuples(st.integers(1, 3), small_sessions), min_size=1, max_size=2)


@given(small_months)
def test_a_small_month_is_the_exact_convolution(groups: list[tuple[int, Played]]) -> None:
    found = house_win(groups)

    check(found, convolved(groups))
    assert found.probability_error < Fraction(1, 10**11)


@given(small_months)
def test_mean_and_variance_are_exact(groups: list[tuple[int, Played]]) -> None:
    found = house_win(groups)

    assert (found.mean, found.variance) == moments(convolved(groups))


@given(small_months)
def test_the_probabilities_sum_to_one(groups: list[tuple[int, Played]]) -> None:
    found = house_win(groups)

    assert abs(sum(found.pmf.values(), ZERO) - 1) <= found.probability_error
    assert found.below(found.largest_win + 1) == 1
    assert found.below(found.smallest_win) == 0


@given(small_months, st.randoms())
def test_the_order_of_the_groups_does_not_matter(groups: list[tuple[int, Played]], random: Random) -> None:
    shuffled = groups.copy()
    random.shuffle(shuffled)

    one, other = house_win(groups), house_win(shuffled)

    for name in ("mean", "variance", "drop", "handle", "sessions", "smallest_win", "largest_win", "step"):
        assert getattr(one, name) == getattr(other, name)
    check(other, convolved(groups))


@given(small_sessions)
def test_one_session_is_its_own_month(session: Played) -> None:
    found = house_win([(1, session)])

    check(found, {RAIL - end: chance for end, chance in session.pmf.items()})
    assert found.probability_error < Fraction(1, 10**12)
    assert -found.largest_win == min(session.pmf) - RAIL


def test_the_step_is_the_greatest_common_divisor_of_the_groups() -> None:
    groups = [(4, ends({-5_00: 3, 5_00: 2, 25_00: 1})), (3, ends({-6: 2, 3: 5}))]

    found = house_win(groups)

    assert found.step == gcd(5_00, 3) == 1
    check(found, convolved(groups))


def test_a_constant_result_is_certain() -> None:
    found = house_win([(10, ends({-7_00: 1}))])

    assert found.mean == 70_00
    assert found.variance == 0
    assert found.pmf == {70_00: 1}
    assert {found.quantile(share) for share in (ZERO, *SHARES, ONE)} == {70_00}


# Large months, compared with binomials in whole numbers.


def coins(sessions: int) -> dict[Cents, Fraction]:
    """Return the exact distribution of the house's win from a number of $10 Pass Bets."""
    return {
        10_00 * (2 * lost - sessions): Fraction(
            comb(sessions, lost) * 251**lost * 244 ** (sessions - lost), 495**sessions
        )
        for lost in range(sessions + 1)
    }


def test_a_thousand_pass_bets_are_binomial() -> None:
    found, exact = house_win([(1_000, PASS_LINE)]), coins(1_000)

    check(found, exact)
    for share in SHARES:
        assert found.quantile(share) == quantile(exact, share)
    assert found.probability_error < Fraction(1, 10**12)


@pytest.mark.parametrize(
    "groups",
    [
        [(400, {-30: 5, -10: 900, 0: 2_000, 20: 700, 70: 31})],
        [(3_000, {-2: 404, 0: 596}), (1, {0: 10**9, 5: 9_500, 1_265: 1})],
        [(100, {-50: 500_000, 50: 490_000, 500: 1}), (70, {-3: 2, 3: 1})],
    ],
    ids=["one", "of even sums and one odd", "of large steps and of small"],
)
def test_a_large_month_is_a_product_of_powers_of_polynomials(groups: list[tuple[int, dict[Cents, int]]]) -> None:
    """The weight of each sum is a coefficient of a product of powers of polynomials, in whole numbers."""
    product, total = fmpz_poly([1]), 1
    for sessions, parts in groups:
        lowest = min(parts)
        product *= fmpz_poly([parts.get(lowest + cents, 0) for cents in range(max(parts) - lowest + 1)]) ** sessions
        total *= sum(parts.values()) ** sessions
    exact = [int(part) * TOTAL_WEIGHT // total for part in product.coeffs()]

    # The house wins what the players lose, so the order of the sums is reversed.
    found = house_win([(sessions, ends(parts)) for sessions, parts in groups])

    told = np.diff(found.cumulative, prepend=0).tolist()
    places = ((found.largest_win - found.first_sum) // found.step - number for number in range(len(told)))
    off = [part - exact[place * found.step] for part, place in zip(told, places, strict=True)]
    assert max(accumulate(off)) - min(accumulate(off)) <= found.probability_error * TOTAL_WEIGHT + len(
        off
    )  # A part each is cut off.
    assert found.probability_error < Fraction(1, 10**11)


def test_a_fair_coin_tossed_a_thousand_times_is_symmetric() -> None:
    found = house_win([(1_000, ends({1: 1, -1: 1}))])

    assert abs(found.below(0) - (1 - Fraction(comb(1_000, 500), 2**1_000)) / 2) <= found.probability_error
    assert found.quantile(Fraction(1, 2)) == 0


def test_the_probability_of_a_loss_falls_with_the_number_of_bets() -> None:
    """The house loses with probability 40% after 100 Pass Bets, 8% after 10,000, and below 10^-10 after 1,000,000."""
    losing = [house_win([(bets, PASS_LINE)]).below(0) for bets in (100, 10_000, 1_000_000)]

    assert [round(100 * probability) for probability in losing] == [40, 8, 0]
    assert losing[2] < Fraction(1, 10**10)


def test_the_grouping_of_sessions_does_not_matter() -> None:
    """400, 1 and 599 equal sessions have the distribution of 1,000."""
    parts, whole = house_win([(400, PASS_LINE), (1, PASS_LINE), (599, PASS_LINE)]), house_win([(1_000, PASS_LINE)])

    assert (parts.mean, parts.variance, parts.drop) == (whole.mean, whole.variance, whole.drop)
    assert np.array_equal([parts.quantile(share) for share in SHARES], [whole.quantile(share) for share in SHARES])
    assert all(
        abs(parts.below(cents) - whole.below(cents)) <= parts.probability_error + whole.probability_error
        for cents in range(-300_00, 400_00, 7_00)
    )


@pytest.mark.parametrize("share", SHARES)
def test_ten_thousand_sessions_lie_close_to_the_normal_curve(share: Fraction) -> None:
    found = house_win([(10_000, PASS_LINE)])

    assert abs(found.quantile(share) - found.normal_quantile(share)) <= 20_00  # One step between sums.


def test_a_jackpot_is_calculated_within_two_seconds() -> None:
    """10,000 sessions with a jackpot of $1,000,000 at one in a million keep the exact mean and variance."""
    usual = {dollars * 100: 1_000 - abs(dollars) for dollars in range(-300, 600)}
    total = sum(usual.values())
    session = ends({cents: Fraction(part, total) for cents, part in usual.items()} | {10_000_00: Fraction(1, 999_999)})

    began = perf_counter()
    found = house_win([(10_000, session)])
    took = perf_counter() - began

    assert session.pmf[RAIL + 10_000_00] == Fraction(1, 10**6)
    assert took < 2
    assert found.probability_error < Fraction(1, 10**11)
    parts = [*enumerate(np.diff(found.cumulative, prepend=0).tolist())]
    total, first, second = (sum(part * number**power for number, part in parts) for power in range(3))
    mean = Fraction(first, total)
    assert abs(Fraction(total, TOTAL_WEIGHT) - 1) <= found.probability_error
    assert abs(found.first_sum + found.step * mean - found.mean) < 1  # What lies outside has no weight that would show.
    assert abs(found.step**2 * (Fraction(second, total) - mean**2) / found.variance - 1) < Fraction(1, 10**6)


def test_the_number_of_jackpots_is_binomial() -> None:
    """With two results only, the probabilities of no jackpot and of one are binomial."""
    chance = Fraction(1, 10**6)
    found = house_win([(10_000, ends({-10_00: 1 - chance, 10_000_00: chance}))])

    none, one = (1 - chance) ** 10_000, 10_000 * chance * (1 - chance) ** 9_999
    assert abs(found.pmf[100_000_00] - none) <= found.probability_error
    assert abs(found.pmf[100_000_00 - 10_010_00] - one) <= found.probability_error


# Figures of a month.


def test_the_hold_of_the_drop_and_the_hold_of_the_handle_differ() -> None:
    found = house_win([(99, PASS_LINE)])

    assert found.drop == 99 * RAIL
    assert found.handle == 99 * 1_000_00
    assert found.hold_of_drop == Fraction(7 * 10_00, 495 * RAIL)
    assert found.hold_of_handle == Fraction(7 * 10_00, 495 * 1_000_00)


def test_without_a_decided_bet_there_is_no_hold_of_the_handle() -> None:
    assert house_win([(5, Played({RAIL: ONE}, handle=ZERO))]).hold_of_handle is None


def test_the_error_includes_the_errors_of_the_sessions() -> None:
    lost = Fraction(1, 10**9)
    session = Played({RAIL - 10_00: Fraction(1, 2) - lost, RAIL + 10_00: Fraction(1, 2)}, probability_error=lost)

    found = house_win([(100, session)])

    assert 100 * lost <= found.probability_error < 101 * lost
    for where in (0, 1):  # The error covers the truncated probability wherever it belongs.
        whole = ends({-10_00: Fraction(1, 2) - lost * where, 10_00: Fraction(1, 2) + lost * where})
        assert abs(house_win([(100, whole)]).below(0) - found.below(0)) <= found.probability_error


def test_quantiles_0_and_1_are_the_smallest_and_the_largest_win() -> None:
    found = house_win([(10_000, PASS_LINE)])

    assert (
        (found.quantile(0), found.quantile(1)) == (-100_000_00, 100_000_00) == (found.smallest_win, found.largest_win)
    )
    assert found.smallest_win < found.first_sum
    assert found.first_sum <= found.quantile(1e-300) < found.quantile(Fraction(1, 10**11))
    assert found.quantile(Fraction(10**11 - 1, 10**11)) < found.quantile(1 - 2**-53) < found.largest_win


@given(st.fractions(0, 1))
def test_a_quantile_is_the_smallest_sum_with_that_cumulative_probability(share: Fraction) -> None:
    """The win is at most the quantile with at least that probability, and below it with at most that probability."""
    found = house_win([(50, PASS_LINE)])
    cents = found.quantile(share)

    assert found.below(cents + 1) >= share - found.probability_error
    assert found.below(cents) <= share + found.probability_error


def test_the_array_has_cumulative_weights_in_whole_numbers() -> None:
    found = house_win([(2, ends({1_00: 1, -1_00: 1}))])

    assert (found.first_sum, found.step) == (-2_00, 2_00)
    assert [round(Fraction(int(part), TOTAL_WEIGHT), 9) for part in found.cumulative] == [
        Fraction(1, 4),
        Fraction(3, 4),
        1,
    ]


# Refusals.


def test_a_month_without_sessions_is_refused() -> None:
    with pytest.raises(NotationError, match="a month without sessions"):
        house_win([])
    with pytest.raises(NotationError, match="sessions of 0 cannot be played; a whole number from 1"):
        house_win([(0, PASS_LINE)])


@pytest.mark.parametrize("share", [-0.1, 1.5, float("nan")])
def test_a_probability_outside_0_to_1_is_refused(share: float) -> None:
    found = house_win([(2, PASS_LINE)])

    with pytest.raises(NotationError, match="one from 0 to 1 would do"):
        found.quantile(share)


@pytest.mark.parametrize("share", [0, 1])
def test_a_normal_curve_has_no_quantile_0_or_1(share: int) -> None:
    with pytest.raises(NotationError, match="a probability above 0 and below 1"):
        house_win([(2, PASS_LINE)]).normal_quantile(share)


def test_too_many_sums_are_refused_with_the_group_that_causes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    in_cents = ends({1: 1, -50_00: 1, 100_00: 1})
    groups = cast("Sequence[tuple[int, Session]]", [(1_000, PASS_LINE), (500, in_cents), (3, PASS_LINE)])
    monkeypatch.setattr(portfolio, "distribution_of_sum", lambda *_: pytest.fail("refused before the calculation"))

    with pytest.raises(NoMachine) as refused:
        portfolio.house_win(groups, memory=0.001)

    said = str(refused.value)
    assert "The cause is group 2 of 3: 500 sessions, from each of which the house wins -$100 to $50." in said
    assert "$0.01 apart, and would take 0.2 GB of memory; 0.001 GB may be used, and 16,384 sums fit" in said
    assert said.endswith("Fewer sessions, payouts in whole dollars, or more memory would do")


def test_a_month_that_fits_into_the_memory_is_calculated() -> None:
    """The sums of Pass Bets of $10 lie $20 apart."""
    groups = cast("Sequence[tuple[int, Session]]", [(1_000, PASS_LINE), (3, PASS_LINE)])

    assert portfolio.house_win(groups, memory=0.001).step == 20_00
    with pytest.raises(NoMachine, match=r"\$20 apart.*group 1 of 2.*Fewer sessions or more memory would do$"):
        portfolio.house_win(groups, memory=0.00001)


def test_the_errors_of_the_holds_follow_from_those_of_the_sessions() -> None:
    """A thousand sessions are off by at most a thousand times the error of one."""
    session = Played(PASS_LINE.pmf, mean_error=Fraction(1, 100), handle_error=Fraction(1, 10))
    found = house_win([(1_000, session)])

    assert found.mean_error == 10
    assert found.handle_error == 100
    assert found.hold_of_drop_error == Fraction(10, found.drop)
    assert found.hold_of_handle is not None
    assert found.hold_of_handle_error is not None
    for mean in (found.mean - 10, found.mean + 10):
        for handle in (found.handle - 100, found.handle + 100):
            assert abs(mean / handle - found.hold_of_handle) <= found.hold_of_handle_error
    assert house_win([(1_000, PASS_LINE)]).hold_of_handle_error == 0


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 200), st.lists(st.integers(-40, 40), min_size=2, max_size=5, unique=True))
def test_the_window_holds_all_probability_within_the_error(sessions: int, changes: list[int]) -> None:
    """The window begins at most ten standard deviations below the mean."""
    found = house_win([(sessions, ends(dict.fromkeys(changes, 1)))])

    assert found.first_sum >= found.smallest_win
    assert abs(Fraction(int(found.cumulative[-1]), TOTAL_WEIGHT) - 1) <= found.probability_error
    assert found.mean - found.first_sum <= 10 * sqrt(found.variance) + 10 * found.step
