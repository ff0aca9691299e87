"""A dictionary that cannot be changed."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class FrozenDict(dict[Key, Value]):
    """A dictionary that cannot be changed, so that several objects can share it safely.

    >>> FrozenDict({"Pass Bet": 1})["Pass Bet"]
    1
    """

    def _change(self, *_: object, **__: object) -> NoReturn:
        message = "this mapping is kept as it was made; make another with dict(…)"
        raise TypeError(message)

    __setitem__ = __delitem__ = __ior__ = _change
    clear = pop = popitem = setdefault = update = _change

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the content as an ordinary dictionary, and restore a frozen one."""
        return type(self), (dict(self),)
