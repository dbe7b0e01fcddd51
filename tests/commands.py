"""Commands, as somebody types them: what each says, and the law that each of them keeps."""

import csv

from mlmetrics_edu import cli
from tests.snapshots import snapshot


def runner(capsys, folder):
    """Return what runs a command in a folder, and gives its status and its words.

    A failure changes nothing there, says nothing on stdout, and on stderr three parts or a usage.
    """

    def run(*words):
        before = snapshot(folder)
        try:
            status = cli.main(list(words))
        except SystemExit as usage:  # argparse says itself what an option is for
            status = usage.code
        said, complaint = capsys.readouterr()
        notes = complaint.splitlines()
        if status:
            assert (status, said) == (2, "") and snapshot(folder) == before, (words, said)
            three = [
                sum(line.startswith(head) for line in notes) for head in ("  why: ", "  do:  ")
            ]
            assert three == [1, 1] or complaint.startswith("usage: "), (words, complaint)
            assert max(map(len, notes)) < 1000, complaint
        else:
            # What a file tells about itself is said in a line, and what is written, where.
            assert all(len(note) < 200 for note in notes), (words, complaint)
        return status, said, complaint

    return run


def refused(run, *words):
    """Make sure that a command is refused; give its complaint."""
    status, _, complaint = run(*words)
    assert status == 2, words
    return complaint


def walked(run, *words):
    """Have a command write its table; give the rows, and what was noted."""
    status, _, notes = run(*words, "--out", "walk.csv", "--force")
    assert status == 0, notes
    with open("walk.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file)), notes.partition("writing")[0]
