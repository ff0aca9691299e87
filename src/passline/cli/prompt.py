"""The table at a terminal: a prompt with completion and history, and a drawing after each roll."""

from __future__ import annotations

import random
import readline
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from passline.cli.printing import console, escape_unprintable, print_note, print_text
from passline.cli.table_text import draw_table, event_lines, settlement_lines
from passline.errors import CrapsError, NotationError
from passline.law.wagers import ODDS_ON
from passline.reports.odds_rows import payout_text
from passline.table.events import Corrected, Rolled
from passline.table.facts import format_event
from passline.table.script import ScriptRunner, write
from passline.table.table import uncorrected_events
from passline.words.atomic_file import atomic_write
from passline.words.dice import EVERY_ROLL
from passline.words.user_folder import user_folder

if TYPE_CHECKING:
    from passline.cli.printing import TextConsole

HELP = """\
You may leave out your own name:
  buy in for $300               bet $10 on Pass Bet
  take $20 odds on Pass Bet     lay $40 odds on Don't Pass Bet
  press Place Bet to Win on 6 by $6
  reduce Field Bet by $5        take down Field Bet
  call on Place Bet to Win on 6 call off Place Bet to Win on 6
  cash out $50                  leave
Write the name of any other player:
  bob buys in for $200          bob bets $5 on yo
The dice:
  roll                          throw the dice
  dice 5-1                      enter a roll of real dice
  no roll (a die left)          lock the bets
  offer the dice to bob         pass the dice
Other commands:
  table     draw the table      why       show the paragraphs of the last roll
  wagers    list all wagers     undo      take back the last event; undo 3: three
  save FILE save as a script    help      show this page
  quit      end (or Ctrl-D)"""

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


def run_prompt(runner: ScriptRunner, player: str) -> None:
    """Play at a terminal until the player quits.

    Args:
        runner: A script with an open house.
        player: The player whose name may be left out.
    """
    Prompt(runner, player).run()


class Prompt:
    """The prompt of one player at a terminal."""

    def __init__(self, runner: ScriptRunner, player: str) -> None:
        """Open the prompt at a script with an open house."""
        self.runner = runner
        self.player = player
        self.out: TextConsole = console()
        self.dice = random.SystemRandom()
        self.saved = len(runner.journal)

    def run(self) -> None:
        """Read lines and play them until the player quits."""
        folder = user_folder("state")
        if folder:
            with suppress(OSError):
                readline.read_history_file(folder / "history")
        readline.set_history_length(HISTORY)
        readline.set_completer(self.complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")
        table = self.runner.played.table
        self.out.print(f"\nThe table is yours, {self.player}: {table.house.game.name} at {table.house.name}.")
        if self.player not in table.layout.players:
            self.out.print("Begin with: buy in for $300, then bet $10 on Pass Bet, then roll. Type help for more.")
        try:
            while self.ask():
                pass
        finally:
            if folder:
                with suppress(OSError):
                    folder.mkdir(parents=True, exist_ok=True)
                    readline.write_history_file(folder / "history")
                self.keep(folder / "last.craps")

    def keep(self, file: Path) -> None:
        """Write a script that was not saved to a file, and print its name."""
        if len(self.runner.journal) > self.saved:
            with suppress(OSError):
                file.write_text(write(self.runner.played), encoding="utf-8")
                self.out.print(f"your game is saved in {file}; the next game that you do not save replaces it")

    def ask(self) -> bool:
        """Read one line and play it. Return whether to continue."""
        point = self.runner.played.table.layout.point
        try:
            text = input(f"{'come out' if point is None else f'point {point}'}> ").strip()
        except EOFError:
            self.out.print()
            return False
        except KeyboardInterrupt:
            self.out.print("  (type quit or Ctrl-D to end)")
            return True
        try:
            goes_on = self.do(text)
        except CrapsError as error:
            if error.column is not None:  # The column counts the name that was added in front.
                error.column = max(1, error.column - len(self.in_full(text)) + len(text))
            self.out.print(escape_unprintable(str(error)), style="red")
            return True
        print_note(self.out)
        return goes_on

    def do(self, text: str) -> bool:
        """Play one line: a command of the prompt, or a line of the script. Return whether to continue."""
        word, _, rest = text.partition(" ")
        match word.casefold():
            case "":
                pass
            case "quit" | "exit":
                return False
            case "help" | "?":
                self.out.print(HELP)
            case "table":
                print_text(self.out, draw_table(self.runner.played.table))
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
        """Correct the last events that are not yet corrected."""
        if not (count.isascii() and count.isdecimal() and len(count) <= len("999999")):
            message = f"undo {count[:20]!r} is not understood; write undo, or undo 3"
            raise NotationError(message)
        stand = uncorrected_events(self.runner.journal)
        undone = [format_event(event) for event in reversed(stand[-int(count) :])] if int(count) else []
        self.play(f"correct the last {count} events" if count != "1" else "correct the last event")
        for text in undone:
            print_text(self.out, Text(f"    undone: {text}", "dim"))

    def in_full(self, text: str) -> str:
        """Add the player's name to a line that begins with an act of the player."""
        word, _, rest = text.partition(" ")
        verb = VERBS.get(word.casefold())
        return f"{self.player} {verb} {rest}".strip() if verb else text

    def play(self, text: str) -> None:
        """Play one line of the script, and print its events."""
        events = self.runner.play_line(text)
        for event in events:
            for printed in event_lines(event):
                print_text(self.out, printed)
            if isinstance(event, Rolled | Corrected):
                print_text(self.out, draw_table(self.runner.played.table))

    def why(self) -> None:
        """Show the paragraphs of the last roll that settled a bet, and the readings of these wagers."""
        house = self.runner.played.table.house
        roll = next((e for e in reversed(self.runner.journal) if isinstance(e, Rolled) and e.settlements), None)
        if roll is None:
            self.out.print("no bet has been settled yet")
            return
        for settlement in roll.settlements:
            for text in settlement_lines(settlement, whose=f"{settlement.bet.player}'s "):
                print_text(self.out, text)
            for id_ in settlement.bet.wager.readings:
                cite, reading = house.game.readings[id_]
                print_text(self.out, Text(f"      {reading.authority} {id_}: {reading.read}  {cite.marked}", "dim"))

    def wagers(self) -> None:
        """List the wagers of the house, with their payout odds."""
        house = self.runner.played.table.house
        for wager in house.wagers.values():
            payouts = f"{payout_text(house, wager.name)}  {wager.cite.marked}"
            print_text(self.out, Text.assemble(f"{wager.name}  ", (payouts, "dim")))

    def save(self, file: str) -> None:
        """Save the game as a script. An existing file is not overwritten."""
        if not file:
            message = "save needs a file name, like: save evening.craps"
            raise NotationError(message)
        script = write(self.runner.played)
        try:
            path = Path(file).expanduser()
            if path.exists():
                message = f"{file}: this file exists already; choose another name"
                raise NotationError(message)
            with atomic_write(str(path)) as draft:
                draft.write_text(script, encoding="utf-8")
        except (OSError, ValueError, RuntimeError) as error:
            if isinstance(error, CrapsError):
                raise
            message = f"{file}: not saved ({error}); choose another name"
            raise NotationError(message) from None
        self.saved = len(self.runner.journal)
        self.out.print(f"saved {len(self.runner.journal)} events to {file}")

    def complete(self, text: str, state: int) -> str | None:
        """Return the completion of a text with the number *state*, or None; called by readline."""
        options = [option for option in self.options(text) if option.casefold().startswith(text.casefold())]
        return options[state] if state < len(options) else None

    def options(self, text: str) -> list[str]:
        """Return all texts that may complete a text: commands, wagers after "on", and the player's own bets."""
        table = self.runner.played.table
        verb = text.split(maxsplit=1)[0].casefold() if text.split() else ""
        mine = table.layout.bets_of(self.player)
        spots = [bet.spot for bet in mine]
        start, on, _ = text.partition(" odds on " if verb in {"take", "lay"} else " on ")
        if on and verb in {"take", "lay"}:
            return [
                start + on + bet.spot for bet in mine if bet.number and ODDS_ON + bet.wager.name in table.house.wagers
            ]
        if on and verb in {"bet", "bets"}:
            return [start + on + name for name, wager in table.house.wagers.items() if not wager.supports]
        if verb in {"press", "reduce"}:
            return [f"{verb} {spot} by $" for spot in spots]
        if text.casefold().startswith(("take down ", "call on ", "call off ")):
            start = text[: text.index(" ", text.index(" ") + 1)]
            return [f"{start} {spot}" for spot in spots]
        return [*WORDS, *VERBS]
