"""A machine laid out to carry chances through: what each roll leads to, by slots and units.

A *slot* is a state in a layer; layers tell apart what the machine does not hold: how many hands have ended, and how
many rolls in a row have lost. Units are those of the walk: what the player is worth, in the smallest steps it takes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from passline.errors import NoMachine
from passline.machines.arrays import ROLLS, arrays_of, find_missing_rows
from passline.machines.cache import cached_machine, save
from passline.machines.machine import Machine
from passline.machines.observation import NewObservation
from passline.machines.stop_rules import IS_OVER, PLAY_OUT, STATE
from passline.machines.terms import MAX_NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy.typing as npt

    from passline.house.house import House
    from passline.machines.arrays import MachineArrays
    from passline.machines.terms import Terms
    from passline.strategies.protocol import Strategy
    from passline.words.money import Cents

AT_ONCE = 5_000
"""How many rows of a machine are found before the first roll; others, when chances come to them."""
FEW = 1 << 12
"""How many rows are asked for at once."""
STEEP = tuple(2.0**power for power in range(-2, 6))
"""How steep the curves are that bound how far sessions reach; the best of them is taken."""
LOOKED_AT = 2_000
"""How many rolls are looked at to tell how far sessions reach."""
GIGABYTE = 10**9
A_WAY = 40
"""About how many bytes are used for each of 36 ways from a row, in each layer; a third of them lead elsewhere."""
LOSES, CHANGES_NOTHING, WINS = range(3)
"""What a roll does to what the player is worth; with three more, it ends a hand, too."""
KINDS = 6


class Layers(NamedTuple):
    """What is told apart that the machine does not hold.

    Attributes:
        leads: The layer that a roll leads to: int64, shape (layers, 6), by layer and by what the roll does.
        hands_left: How many hands are left: int64, shape (layers,).
        has_run: Whether there was a losing run as long as is asked for: bool, shape (layers,).
    """

    leads: npt.NDArray[np.int64]
    hands_left: npt.NDArray[np.int64]
    has_run: npt.NDArray[np.bool_]


def layers(hands: int | None, losing_run: int | None, *, rolls: int) -> Layers:
    """Return the layers of sessions of so many hands and rolls, in which losing runs of a length are looked for."""
    # What so many rolls cannot come to is not told apart.
    hands, losing_run = (each if each is not None and each <= rolls else None for each in (hands, losing_run))
    most_hands, longest = hands or 0, losing_run or 0
    hand, run = (part.ravel() for part in np.divmod(np.arange((most_hands + 1) * (longest + 1)), longest + 1))
    has_run = (run == longest) & (losing_run is not None)
    after = np.stack([run + 1, run, np.zeros_like(run)], axis=1)
    after = np.minimum(np.where(has_run[:, None], longest, after), longest)
    ended = np.minimum(hand + 1, most_hands)
    leads = np.concatenate([part[:, None] * (longest + 1) + after for part in (hand, ended)], axis=1)
    return Layers(leads, np.full_like(hand, MAX_NUMBER) if hands is None else most_hands - hand, has_run)


class States(NamedTuple):
    """What is known of the states, and of the layers that they are told apart by.

    Attributes:
        row_of: The row of each state while the rail is ample, or -1: int64, shape (states,).
        is_idle: In which no chip moves any more, as far as it is known: bool, shape (states,).
        out: The state in which what is on the layout is played out, or -1: int64, shape (states,).
        about, short: The walk's, of its rows and of short rails.
        hands_left, layer_leads: Of the layers.
    """

    row_of: npt.NDArray[np.int64]
    is_idle: npt.NDArray[np.bool_]
    out: npt.NDArray[np.int64]
    about: npt.NDArray[np.int64]
    short: npt.NDArray[np.int32]
    hands_left: npt.NDArray[np.int64]
    layer_leads: npt.NDArray[np.int64]


class Edges(NamedTuple):
    """Where rolls lead, those together that do the same; int64, shape (edges,) but for the first.

    Attributes:
        begins: Those of a row, or those that lead to a slot, lie from `begins[n]` to before `begins[n + 1]`.
        ends: The state that a row leads to, or the slot that is led on from.
        gains: The units that the player wins on the way.
        kinds: What the roll does, by `Layers`.
        ways: In how many ways of 36.
    """

    begins: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]
    gains: npt.NDArray[np.int64]
    kinds: npt.NDArray[np.int64]
    ways: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Net:
    """A machine laid out to carry masses through: what is known of its states and rows, and what comes to each slot.

    Attributes:
        laid: The machine as it is laid out for the walk.
        states: What is known of its states.
        leads: Where each row leads.
        comes: What comes to each slot from an ample rail.
    """

    laid: MachineArrays
    states: States
    leads: Edges
    comes: Edges

    @property
    def slots(self) -> int:
        """How many slots there are."""
        return len(self.comes.begins) - 1

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.laid.next_state)

    @property
    def begin(self) -> int:
        """The units that a session begins with."""
        return int(self.laid.rows.start) >> 32

    @cached_property
    def widest(self) -> int:
        """The most units that a roll wins or loses."""
        return int(abs(self.leads.gains).max())

    @cached_property
    def most_terms(self) -> int:
        """The same as `most_terms_of` all rows that are known."""
        return self.most_terms_of(np.ones(self.rows, np.bool_))

    def most_terms_of(self, visited: npt.NDArray[np.bool_]) -> int:
        """Return the most masses that are ever added up for one: from how many slots, and by what gains, it is reached.

        Args:
            visited: Which rows sessions come to: bool, shape (rows,). What else is known does not matter.
        """
        leads = self.leads
        of = np.repeat(visited, np.diff(leads.begins))
        source = np.repeat(self.laid.rows.row_info[:, STATE], np.diff(leads.begins))[of]
        from_where, way = np.unique(source * (2 * self.widest + 1) + leads.gains[of], return_inverse=True)
        reached = np.unique(leads.ends[of] * from_where.size + way) // max(from_where.size, 1)
        return int(np.bincount(reached, minlength=1).max()) * len(self.states.hands_left)


def net(laid: MachineArrays, told_apart: Layers) -> Net:
    """Return a machine laid out to carry masses through."""
    about, count = laid.rows.row_info, len(laid.is_idle)
    ample = np.flatnonzero(laid.is_ample)
    row_of, out = np.full(count, -1, np.int64), np.full(count, -1, np.int64)
    row_of[about[ample, STATE]] = ample
    played_out = ample[about[ample, PLAY_OUT] >= 0]
    out[about[played_out, STATE]] = about[about[played_out, PLAY_OUT] // ROLLS, STATE]
    leads = _leads(laid)
    states = States(row_of, laid.is_idle, out, about, laid.rows.short_rows, told_apart.hands_left, told_apart.leads)
    return Net(laid, states, leads, _comes(laid, leads, told_apart))


def _leads(laid: MachineArrays) -> Edges:
    """Return where each row leads."""
    gains = laid.gains // laid.rows.unit
    ends_a_hand = laid.seven_outs & (laid.rows.row_info[:, IS_OVER, None] == 0)  # Hands matter until a session is over.
    kinds = np.sign(gains) + CHANGES_NOTHING + KINDS // 2 * ends_a_hand
    least, span = gains.min(), np.ptp(gains) + 1
    together = np.sort((laid.next_state * span + gains - least) * KINDS + kinds, axis=1)
    is_new = np.ones(together.shape, np.bool_)
    is_new[:, 1:] = together[:, 1:] != together[:, :-1]
    begins = np.append(0, is_new.sum(axis=1).cumsum())
    told, kinds = np.divmod(together[is_new], KINDS)
    ends, gains = np.divmod(told, span)
    ways = np.diff(np.append(np.flatnonzero(is_new), is_new.size))
    return Edges(begins, ends, gains + least, kinds, ways)


def _comes(laid: MachineArrays, leads: Edges, told_apart: Layers) -> Edges:
    """Return what comes to each slot while the rail is ample."""
    many = np.arange(len(told_apart.hands_left))
    row = np.repeat(np.arange(len(laid.next_state)), np.diff(leads.begins))
    (ample,) = np.nonzero(laid.is_ample[row])
    _, ends, gains, kinds, ways = (leads.begins, *(column[ample] for column in leads[1:]))
    to = (ends * many.size + told_apart.leads[many[:, None], kinds]).ravel()
    slots = (laid.rows.row_info[row[ample], STATE] * many.size + many[:, None]).ravel()
    order = np.argsort(to, kind="stable")
    begins = np.searchsorted(to[order], np.arange(len(laid.is_idle) * many.size + 1))
    gains, kinds, ways = (np.tile(column, many.size)[order] for column in (gains, kinds, ways))
    return Edges(begins, slots[order], gains, kinds, ways)


def reach(it: Net, rolls: int, *, unlikely: float, up: bool, within: int | None = None) -> int:
    """Return by how many units an ample rail is ever up, or down, after so many rolls, but for an unlikely chance.

    It is Chernoff's bound, after each number of rolls, for how steep a curve fits best; where there are very many rolls
    each grows it as the last of those did that were looked at. No more than *within* units is told.
    """
    most = float(rolls * it.widest if within is None else min(within, rolls * it.widest))
    is_ample, many = it.laid.is_ample, np.diff(it.leads.begins)
    state = it.laid.rows.row_info[is_ample, STATE]
    goes, gains, ways = (each[np.repeat(is_ample, many)] for each in (it.leads.ends, it.leads.gains, it.leads.ways))
    begins = np.cumsum(many[is_ample]) - many[is_ample]
    wanted = np.log(rolls) - np.log(unlikely)
    for steep in STEEP if most else ():
        by = np.exp((steep if up else -steep) / it.widest * gains) * ways / ROLLS
        grown, grows, last, highest = np.ones(it.states.row_of.size), 0.0, 0.0, 0.0
        for _ in range(min(rolls, LOOKED_AT)):
            onward = np.ones_like(grown)
            onward[state] = np.add.reduceat(by * grown[goes], begins)
            last = np.log(onward.max())
            grown, grows = onward / onward.max(), grows + last
            highest = max(highest, grows + np.log(grown[0]))
            if (highest + wanted) * it.widest >= steep * most:
                break
        highest += max(0.0, last) * max(0, rolls - LOOKED_AT)
        most = min(most, (highest + wanted) * it.widest / steep)
    return int(most) + 1


def check_memory(needed: int, allowed: float, what: str) -> None:
    """Refuse what would take more memory than may be used.

    Args:
        needed: How much, in bytes.
        allowed: The most, in gigabytes.
        what: What would take it.

    Raises:
        NoMachine: It would.
    """
    if needed > allowed * GIGABYTE:
        message = (
            f"{what} would take {needed / GIGABYTE:,.1f} GB of memory, and {allowed:g} may be used; "
            "a smaller rail, fewer rolls, or more memory would do, and sessions can be simulated"
        )
        raise NoMachine(message)


class Nets:
    """A strategy's machine laid out for some terms, and laid out again when rows are found.

    Attributes:
        made: The machine.
        net: As it is laid out now.
    """

    def __init__(self, house: House, strategy: Strategy, terms: Terms, told_apart: Layers, memory: float) -> None:
        """Find the machine, for no more memory than so many gigabytes.

        Raises:
            NoMachine: There is none, or it would not fit.
            StrategyError: The strategy asks for an act that is refused, or never stops.
        """
        self.terms, self.layers, self.memory = terms, told_apart, memory
        try:
            self.machine = cached_machine(house, strategy, most=AT_ONCE)
        except NoMachine as error:
            message = f"{error}; sessions of it can be simulated"
            raise NoMachine(message) from None
        self._lay_out()

    def _lay_out(self) -> None:
        with self.machine.lock:
            laid = arrays_of(self.machine, self.terms)
            told_apart = f"{self.machine.strategy.name}: all that is told apart by hands and losing runs"
            check_memory(laid.next_state.size * len(self.layers.has_run) * A_WAY, self.memory, told_apart)
            self.net = net(laid, self.layers)

    def begin_with(self, bankroll: Cents) -> None:
        """Lay all out for sessions that begin with another rail, in cents."""
        self.terms = replace(self.terms, bankroll=bankroll)
        self._lay_out()

    def find(self, asks: npt.NDArray[np.int64]) -> None:
        """Find rows, and lay all out again.

        Args:
            asks: Of shape (rows, 2): states, and what the player is worth there, in units; -1 for an ample rail.
        """
        rows, on_layout = self.net.laid.rows, self.machine.layout_total
        wanted = {
            (state, -1 if units < 0 else units * rows.unit + rows.remainder - int(on_layout[state])): None
            for state, units in asks.tolist()
        }
        with self.machine.lock:
            find_missing_rows(self.machine, wanted, until=lambda: False)
        self._lay_out()
        if self.net.laid.rows.unit != rows.unit:
            raise _Finer

    def over(self, once: Callable[[], Iterator[int]]) -> Iterator[int]:
        """Do something, and from its beginning again whenever what was found on the way changes what it began with."""
        try:
            while True:
                try:
                    yield from once()
                except NewObservation as heeds:  # What it heeds has to be told apart from the first roll on.
                    made = self.machine
                    self.machine = Machine(made.house, made.strategy, made.observes | {heeds.what})
                    self._lay_out()
                except _Finer:
                    pass
                else:
                    return
        finally:
            with self.machine.lock:
                save(self.machine)


class _Finer(Exception):
    """Rows that were found move sums that the units do not tell apart."""
