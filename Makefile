# One folder, .venv, holds everything; nothing is installed outside it. Paths are relative, so the
# checkout may live in a folder whose name has spaces.

PYTHON ?= python3
CONSTRAINTS ?= constraints.txt

ifeq ($(OS),Windows_NT)
PY := .venv/Scripts/python.exe
else
PY := .venv/bin/python
endif

# A stamp remembers what was installed under which constraints; a second `make` installs nothing.
WITH := $(or $(notdir $(CONSTRAINTS)),newest)
LAB := .venv/.lab-with-$(WITH)
TEST := .venv/.test-with-$(WITH)
SITE := .venv/.site-with-$(WITH)
COMMA := ,
LIMITS := $(if $(CONSTRAINTS),-c "$(CONSTRAINTS)",--upgrade)
INSTALL = $(PY) -m pip install --quiet uv 2>.venv/uv.log \
	  && $(PY) -m uv pip install --quiet --python $(PY) $(LIMITS) -e '.[$(1)]' \
	|| $(PY) -m pip install --quiet $(LIMITS) -e '.[$(1)]'

# Python keeps what it has compiled, or every process would compile its modules anew; in .venv.
export PYTHONDONTWRITEBYTECODE :=
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/compiled

LESSON_TEST = $(PY) -m pytest -o addopts= -W default -p tests.notebooks.kernels --nbval --nbval-sanitize-with tests/notebooks/sanitize.cfg
LESSONS := $(wildcard notebooks/*.ipynb notebooks/*/*.ipynb)

.DEFAULT_GOAL := help
.PHONY: help lab test quick explore drive machines figures notebooks site bench clean

help: ## list what make can do
	@echo 'usage: make TARGET [PYTHON=python3] [CONSTRAINTS=constraints.txt, empty for the newest]'
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' Makefile

lab: $(LAB) ## install into .venv, and open your own copy of the lessons, workbook/, in JupyterLab
	@$(PY) -m mlmetrics_edu lab

test: $(TEST) ## style, unit tests and doctests, then each lesson against a fresh run
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m pytest -n 2 --dist worksteal
ifneq ($(LESSONS),)
	$(LESSON_TEST) -n 2 --dist loadfile notebooks || { echo \
	  'Once more, one after another: kernels that start at once may reach for the same port.'; \
	  $(LESSON_TEST) notebooks; }
endif

ROOM ?=
QUICK := $(wildcard $(addsuffix /$(ROOM),$(if $(ROOM),tests mlmetrics_edu,)))

quick: $(TEST) ## style, and one room's tests and doctests: make quick ROOM=metrics
ifeq ($(QUICK),)
	@echo 'name a room, or a part of one: make quick ROOM=metrics, or ROOM=workbook/report' >&2; exit 2
endif
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m pytest -n 2 --dist worksteal $(QUICK) tests/test_house.py

explore: $(TEST) ## unit tests with all random cases, and new ones
	EXPLORE=1 $(PY) -m pytest -m "" -n 2 --dist worksteal

drive: site ## build the site; then a browser, JupyterLab, nbgrader and Dask's workers try it all
	$(PY) -m pytest -o addopts= --import-mode=importlib -m driven -n 2 --dist loadfile tests

machines: $(TEST) ## figures, doctests and three lessons as other processors would run them
	$(PY) -m tests.machines

figures: $(TEST) ## rebuild the pictures in figures/ from the library
	$(PY) -m mlmetrics_edu figures

notebooks: $(TEST) ## run every lesson from top to bottom and store what it shows
	$(PY) -m tests.notebooks.rerun

site: $(SITE) ## build the workbook as a site, in site/: any web server can show it
	$(PY) -m tools.site

bench: $(TEST) ## run every benchmark; make bench ONLY=sweep HOW=--everywhere one, on other processors too
	@set -e; for file in $$(grep -l __main__ benchmarks/$(or $(ONLY),*).py); do \
	  echo "== $$file"; $(PY) "$$file" $(HOW); done

clean: ## remove .venv, caches and builds; lessons, figures and your workbook/ stay
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis build dist site
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo \
	  'mlmetrics_edu needs Python 3.11 or newer as "$(PYTHON)": install one from python.org or your package manager, or name it: make PYTHON=python3.13' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo \
	  'This Python has no venv and pip of its own. On Debian and Ubuntu: sudo apt install python3-venv' >&2; exit 1; }
	$(PYTHON) -m venv .venv

$(LAB): $(PY) pyproject.toml $(CONSTRAINTS)
	@rm -f .venv/.lab-with-* .venv/.test-with-* .venv/.site-with-*
	@echo 'Installing into .venv: a few seconds to a minute or two ...'
	@$(call INSTALL,lab)
	@touch $@

$(TEST): $(PY) pyproject.toml $(CONSTRAINTS)
	@rm -f .venv/.lab-with-* .venv/.test-with-* .venv/.site-with-*
	@echo 'Installing into .venv: a few seconds to a minute or two ...'
	@$(call INSTALL,lab$(COMMA)test)
	@touch $(LAB) $@

$(SITE): $(PY) pyproject.toml $(CONSTRAINTS)
	@rm -f .venv/.lab-with-* .venv/.test-with-* .venv/.site-with-*
	@echo 'Installing into .venv: a few seconds to a minute or two ...'
	@$(call INSTALL,lab$(COMMA)test$(COMMA)site)
	@touch $(LAB) $(TEST) $@
