"""One test for many cases: a fact about every wager is one test, and a failure names the wager."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Test = Callable[..., None]


def for_every(cases: Iterable[tuple[object, ...]], name: Callable[..., str]) -> Callable[[Test], Callable[[], None]]:
    """Return a decorator that runs a test for every case, in one test.

    Thousands of small parametrized tests take longer to collect and report than to run.

    Args:
        cases: The arguments of the test, one tuple a case.
        name: Returns the name of a case, which is added to the message of a failure.
    """
    listed = list(cases)
    assert listed, "there is no case to test"

    def decorate(test: Test) -> Callable[[], None]:
        def run() -> None:
            for case in listed:
                try:
                    test(*case)
                except BaseException as error:
                    error.add_note(f"in the case {name(*case)}")
                    raise

        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        return run

    return decorate
