"""The table at a terminal: a prompt with completion and history, and a drawing after each roll."""

from __future__ import annotations

import os
import random
import readline
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from passline.cli.printing import console, draw_table, escape_unprintable, event_lines, print_text, settlement_lines
from passline.errors import CrapsError, NotationError
from passline.law.wagers import ODDS_ON
from passline.reports.odds_rows import payout_text
from passline.table.events import Corrected, Rolled
from passline.table.facts import format_event
from passline.table.script import ScriptRunner, write
from passline.table.table import uncorrected_events
from passline.words.atomic_file import whole
from passline.words.dice import EVERY_ROLL

if TYPE_CHECKING:
    from rich.console import Console

HELP = """\
Your own name may be left out:
  buy in for $300               bet $10 on Pass Bet
  take $20 odds on Pass Bet     lay $40 odds on Don't Pass Bet
  press Place Bet to Win on 6 by $6
  reduce Field Bet by $5        take down Field Bet
  call on Place Bet to Win on 6 call off Place Bet to Win on 6
  cash out $50                  leave
Anyone else's may not:
  bob buys in for $200          bob bets $5 on yo
The dice:
  roll                          throw them
  dice 5-1                      enter what they showed
  no roll (a die left)          lock the bets
  offer the dice to bob         pass the dice
And:
  table     draw the table      why       the paragraphs of the last settlement
  wagers    what is offered     undo      correct the last event; undo 3: three
  save FILE write the evening   help      this page
  quit      go (or Ctrl-D)"""

VERBS = {
    "buy": "buys",
    "bet": "bets",
    "press": "presses",
    "reduce": "reduces",
    "take": "takes",
    "lay": "lays",
    "call": "calls",
    "cash": "cashes",
    "leave": "leaves",
    "accept": "accepts",
    "decline": "declines",
    "pass": "passes",
}
WORDS = ("roll", "table", "why", "wagers", "undo", "save", "help", "quit", "dice", "no roll", "lock the bets")
HISTORY = 1_000


def go_on(evening: ScriptRunner, player: str) -> None:
    """Play on at a terminal until the player quits.

    Args:
        evening: With a house open.
        player: Whose name may be left out.
    """
    Prompt(evening, player).run()


class Prompt:
    """One sitting at the terminal."""

    def __init__(self, evening: ScriptRunner, player: str) -> None:
        """Sit *player* down at an evening that has a house open."""
        self.evening = evening
        self.player = player
        self.out: Console = console()
        self.dice = random.SystemRandom()
        self.saved = len(evening.journal)

    def run(self) -> None:
        """Ask, do and show, until the end."""
        history = _history_file()
        with suppress(OSError):
            readline.read_history_file(history)
        readline.set_history_length(HISTORY)
        readline.set_completer(self.complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")
        table = self.evening.played.table
        self.out.print(f"\nThe table is yours, {self.player}: {table.house.game.name} at {table.house.name}.")
        if self.player not in table.layout.players:
            self.out.print("Begin with: buy in for $300, then bet $10 on Pass Bet, then roll. help tells the rest.")
        try:
            while self.ask():
                pass
        finally:
            with suppress(OSError):
                history.parent.mkdir(parents=True, exist_ok=True)
                readline.write_history_file(history)
            self.keep(history.with_name("last.craps"))

    def keep(self, file: Path) -> None:
        """Keep an evening that was not saved, and say where."""
        if len(self.evening.journal) > self.saved:
            with suppress(OSError):
                file.write_text(write(self.evening.played), encoding="utf-8")
                self.out.print(f"the evening is kept in {file}, until the next one")

    def ask(self) -> bool:
        """Ask for one line and do it; say whether to go on."""
        point = self.evening.played.table.layout.point
        try:
            text = input(f"{'come out' if point is None else f'point {point}'}> ").strip()
        except EOFError:
            self.out.print()
            return False
        except KeyboardInterrupt:
            self.out.print("  (quit, or Ctrl-D, goes)")
            return True
        try:
            return self.do(text)
        except CrapsError as error:
            if error.column is not None:  # It is counted in the line with the name in front.
                error.column = max(1, error.column - len(self.in_full(text)) + len(text))
            self.out.print(escape_unprintable(str(error)), style="red")
            return True

    def do(self, text: str) -> bool:
        """Do one line: a word of the prompt, or a line of the script."""
        word, _, rest = text.partition(" ")
        match word.casefold():
            case "":
                pass
            case "quit" | "exit":
                return False
            case "help" | "?":
                self.out.print(HELP)
            case "table":
                print_text(self.out, draw_table(self.evening.played.table))
            case "why":
                self.why()
            case "wagers":
                self.wagers()
            case "undo":
                self.undo(rest.strip() or "1")
            case "save":
                self.save(rest.strip())
            case "roll" if not rest:
                self.play(f"dice {self.dice.choice(EVERY_ROLL)} by system")
            case _:
                self.play(self.in_full(text))
        return True

    def undo(self, count: str) -> None:
        """Correct the last event that stands, or so many."""
        if not (count.isascii() and count.isdecimal() and len(count) <= len("999999")):
            message = f"undo {count[:20]!r} is not understood; undo, or undo 3, would be"
            raise NotationError(message)
        stand = uncorrected_events(self.evening.journal)
        undone = [format_event(event) for event in reversed(stand[-int(count) :])] if int(count) else []
        self.play(f"correct the last {count} events" if count != "1" else "correct the last event")
        for text in undone:
            print_text(self.out, Text(f"    undone: {text}", "dim"))

    def in_full(self, text: str) -> str:
        """Return a line with the player's name put in front, where it begins with what the player does."""
        word, _, rest = text.partition(" ")
        verb = VERBS.get(word.casefold())
        return f"{self.player} {verb} {rest}".strip() if verb else text

    def play(self, text: str) -> None:
        """Play one line of the script, and show what happened."""
        events = self.evening.play_line(text)
        for event in events:
            for shown in event_lines(event):
                print_text(self.out, shown)
            if isinstance(event, Rolled | Corrected):
                print_text(self.out, draw_table(self.evening.played.table))

    def why(self) -> None:
        """Show the paragraphs of the last roll that settled something, and the readings that matter to it."""
        house = self.evening.played.table.house
        roll = next((e for e in reversed(self.evening.journal) if isinstance(e, Rolled) and e.settlements), None)
        if roll is None:
            self.out.print("nothing has been settled yet")
            return
        for settlement in roll.settlements:
            for text in settlement_lines(settlement, whose=f"{settlement.bet.player}'s "):
                print_text(self.out, text)
            for id_ in settlement.bet.wager.readings:
                cite, reading = house.game.readings[id_]
                print_text(self.out, Text(f"      {reading.authority} {id_}: {reading.read}  {cite}", "dim"))

    def wagers(self) -> None:
        """List what is offered here."""
        house = self.evening.played.table.house
        for wager in house.wagers.values():
            self.out.print(Text.assemble(f"{wager.name}  ", (f"{payout_text(house, wager.name)}  {wager.cite}", "dim")))

    def save(self, file: str) -> None:
        """Write the evening as a script; an existing file is not overwritten."""
        if not file:
            message = "save where? Write: save evening.craps"
            raise NotationError(message)
        script = write(self.evening.played)
        try:
            path = Path(file).expanduser()
            if path.exists():
                message = f"{file}: it is there already; another name would do"
                raise NotationError(message)
            with whole(str(path)) as draft:
                draft.write_text(script, encoding="utf-8")
        except (OSError, ValueError, RuntimeError) as error:
            if isinstance(error, CrapsError):
                raise
            message = f"{file}: not saved ({error}); another name would do"
            raise NotationError(message) from None
        self.saved = len(self.evening.journal)
        self.out.print(f"saved {len(self.evening.journal)} events to {file}")

    def complete(self, text: str, state: int) -> str | None:
        """Return the *state*-th way to go on from *text*: a word, a wager after "on", a bet that is there."""
        options = [option for option in self.options(text) if option.casefold().startswith(text.casefold())]
        return options[state] if state < len(options) else None

    def options(self, text: str) -> list[str]:
        """Return all that *text* could be the beginning of."""
        table = self.evening.played.table
        verb = text.split(maxsplit=1)[0].casefold() if text.split() else ""
        mine = table.layout.bets_of(self.player)
        spots = [bet.spot for bet in mine]
        begun, on, _ = text.partition(" odds on " if verb in {"take", "lay"} else " on ")
        if on and verb in {"take", "lay"}:
            return [
                begun + on + bet.spot for bet in mine if bet.number and ODDS_ON + bet.wager.name in table.house.wagers
            ]
        if on and verb in {"bet", "bets"}:
            return [begun + on + name for name, wager in table.house.wagers.items() if not wager.supports]
        if verb in {"press", "reduce"}:
            return [f"{verb} {spot} by $" for spot in spots]
        if text.casefold().startswith(("take down ", "call on ", "call off ")):
            begun = text[: text.index(" ", text.index(" ") + 1)]
            return [f"{begun} {spot}" for spot in spots]
        return [*WORDS, *VERBS]


def _history_file() -> Path:
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "passline" / "history"
