"""What every exercise answers on the data of its lesson, stored: a change of it is a decision.

    python -m tests.workbook.exercises.golden

writes it anew. Whether the answers are true is tested elsewhere, against other routes.
"""

import json
from pathlib import Path

import mlmetrics_edu as mm

STORED = Path(__file__).with_name("golden.json")


def answers(id):
    """Write an exercise's answer and its own mistakes, as they could be typed."""
    q = mm.exercise(id)
    own = q.exercise.prose["mistakes"]
    mistakes = {name: q.form.write(v) for name, v in q.misconceptions.items() if name in own}
    return {"answer": q.form.write(q.answer), "mistakes": mistakes}


if __name__ == "__main__":
    told = {id: answers(id) for id in mm.exercises()}
    STORED.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
