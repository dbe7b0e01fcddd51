"""Pages become PDFs where a browser is; where none is, or it fails, that is said."""

import os
import re
import sys
import zlib

import pytest

from mlmetrics_edu.core.errors import MetricError
from mlmetrics_edu.workbook.handouts import paper
from mlmetrics_edu.workbook.handouts.lesson import asked_for
from mlmetrics_edu.workbook.handouts.paper import page
from tests.browsing import CHROMIUM, needs_chromium

scripted = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are shell scripts")


def program(folder, name, text):
    """Put a program where it is looked for."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_without_a_browser_it_says_what_it_looked_for(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in paper.PROGRAMS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(MetricError, match="no browser was found") as said:
        paper.browser()
    assert "google-chrome" in said.value.why and "--format html" in said.value.fix


@scripted
def test_a_browser_is_found_by_any_of_its_names(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    edge = program(tmp_path, "microsoft-edge", "exit 0")
    assert paper.browser() == edge
    chrome = program(tmp_path, "google-chrome", "exit 0")
    assert paper.browser() == chrome


@scripted
def test_a_browser_that_prints_nothing_is_told_of(tmp_path, monkeypatch):
    broken = program(tmp_path, "chrome", "echo no display >&2; exit 1")
    with pytest.raises(MetricError, match="didn't print the page") as said:
        paper.as_pdf("<p>", broken)
    assert said.value.why == "no display"
    with pytest.raises(MetricError, match="the system says"):
        paper.as_pdf("<p>", str(tmp_path / "gone"))
    monkeypatch.setattr(paper, "LONGEST", 0.2)
    with pytest.raises(MetricError, match=r"it wasn't ready after 0\.2 seconds"):
        paper.as_pdf("<p>", program(tmp_path, "slow", "exec sleep 9"))


@scripted
def test_a_browser_gets_a_profile_of_its_own_and_keeps_its_sandbox(tmp_path, monkeypatch):
    says = program(tmp_path, "chrome", 'printf "%s\\n" "$@" >&2; exit 1')
    told = {}
    monkeypatch.setattr(paper, "_not_printed", lambda browser, why: MetricError(why, "", ""))
    for user in (0, 1000):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user, raising=False)
        with pytest.raises(MetricError) as said:
            paper.as_pdf("<p>", says)
        told[user] = said.value.what
    assert "--user-data-dir=" in told[1000] and "--no-pdf-header-footer" in told[1000]
    assert ("--no-sandbox" in told[0], "--no-sandbox" in told[1000]) == (True, False)


@needs_chromium
def test_a_lesson_becomes_a_pdf_of_the_paper_asked_for(monkeypatch):
    monkeypatch.setattr(paper, "LONGEST", 1200)  # a machine may be slow, and nobody waits here
    (start,) = asked_for(["0"])
    for sheet, size in (("a4", (595, 842)), ("letter", (612, 792))):
        pdf = paper.as_pdf(page(start, False, sheet), CHROMIUM)
        boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf + inflated(pdf))
        assert pdf.startswith(b"%PDF") and 4 <= len(boxes) <= 9
        assert {(round(float(w)), round(float(h))) for w, h in boxes} == {size}
        assert b"/StructTreeRoot" in pdf + inflated(pdf)  # tagged, for screen readers


def inflated(pdf):
    """Unpack what is packed in a PDF."""
    parts = []
    for packed in re.findall(rb"(?s)stream\r?\n(.*?)endstream", pdf):
        unpacking = zlib.decompressobj()
        try:
            parts.append(unpacking.decompress(packed))
        except zlib.error:
            continue
    return b"".join(parts)
