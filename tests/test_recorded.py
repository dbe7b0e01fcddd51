"""What everything public says is what was recorded."""

import json

from tests import recorded


def test_everything_public_says_what_it_said(undrawn, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    was, now = json.loads(recorded.STORED.read_text(encoding="utf-8")), recorded.said()
    changed = {name: (was.get(name), now.get(name)) for name in was | now}
    changed = {name: both for name, both in changed.items() if both[0] != both[1]}
    assert changed == {}, "if all of it is meant: python -m tests.recorded"
    assert len(now) > 1500
