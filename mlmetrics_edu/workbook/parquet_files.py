"""Tables in Parquet, read by pyarrow, where it is installed: cells as a text file holds them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ..core.errors import InputError, MetricError
from . import doctor

MARK = b"PAR1"


def opened(content: bytes, name: str) -> tuple[list[str], Callable[[Sequence[str]], Iterator]]:
    """Open a table; give the names of its columns, and what gives cells of some, block by block.

    Raises
    ------
    MetricError
        If nothing here can read it.
    """
    try:
        from pyarrow import BufferReader, parquet
    except ImportError:
        raise MetricError(
            f"{name} is a Parquet file",
            "pyarrow, which reads it, isn't installed",
            f"type: {doctor.pip_install('pyarrow')}",
        ) from None
    with _whole(name):
        file = parquet.ParquetFile(BufferReader(content))
        header = file.schema_arrow.names
    return header, lambda names: _blocks(file, name, names)


def _blocks(file, name: str, columns: Sequence[str]) -> Iterator[list]:
    """Give the cells of some columns, and count the rows from 1."""
    first = 1
    with _whole(name):
        for batch in file.iter_batches(columns=list(dict.fromkeys(columns))):
            cells = [[_written(cell) for cell in batch.column(c).to_pylist()] for c in columns]
            yield [range(first, first + len(batch)), *cells]
            first += len(batch)


def _written(value) -> str:
    """Write a value as a text file would hold it; what is missing is empty."""
    return "" if value is None else str(value)


@contextmanager
def _whole(name: str) -> Iterator[None]:
    """Say of a damaged file that it is one."""
    from pyarrow import ArrowException

    try:
        yield
    except (ArrowException, OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{name} is a Parquet file, and can't be read",
            f"it is damaged, or of an unknown kind: {str(error)[:60]}",
            "write or download the file again, completely",
        ) from None
