"""Tables in Parquet, read block by block by pyarrow."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from .errors import InputError, MetricError

MARK = b"PAR1"
BEGINNING = 2**20  # bytes that are read at once
INSTALL = "pip install 'mlmetrics-edu[parquet]'"


def library(name: str) -> None:
    """Make sure that pyarrow is here to read a file.

    Raises
    ------
    MetricError
        If it isn't, with what to type.
    """
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise MetricError(
            f"{name} can't be read here",
            "pyarrow isn't installed, which reads Parquet",
            f"type: {INSTALL}",
        ) from None


class ParquetTable:
    """A table in Parquet: in a file, or in memory as a reader of pyarrow."""

    def __init__(self, source, name: str):
        from pyarrow import parquet

        self.name = name
        # Neither is a group of rows read ahead, nor is the whole of a column held as it is stored.
        self._source, self._how = source, {"pre_buffer": False, "buffer_size": BEGINNING}
        with _there(name), _whole(name):
            file = parquet.ParquetFile(source, **self._how)
            self.header = file.schema_arrow.names

    def blocks(self, names: Sequence[str], rows: int) -> Iterator[list[Any]]:
        """Give some columns as arrays of pyarrow, so many rows at once, or fewer."""
        from pyarrow import parquet

        with _there(self.name), _whole(self.name):
            file = parquet.ParquetFile(self._source, **self._how)
            for batch in file.iter_batches(rows, columns=list(dict.fromkeys(names))):
                if len(batch):
                    yield [batch.column(name) for name in names]


@contextmanager
def _whole(name: str) -> Iterator[None]:
    """Say of a damaged file that it is one."""
    from pyarrow import ArrowException

    try:
        yield
    except FileNotFoundError:
        raise
    except (ArrowException, OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{name} is a Parquet file, and can't be read",
            f"it is damaged, or of an unknown kind: {str(error)[:60]}",
            "write or download the file again, completely",
        ) from None


@contextmanager
def _there(name: str) -> Iterator[None]:
    """Say of a file that can't be opened what the system says."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"{name} can't be read",
            f"the system says: {error.strerror or str(error)[:90]}",
            "check the name and the folder, that the file is whole, and that you may read it",
        ) from None
