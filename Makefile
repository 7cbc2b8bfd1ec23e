# make run     the app on http://localhost:8501 (another port: make run PORT=9000)
# make serve   a class: as many processes as cores behind nginx, on every address (WORKERS=n)
# make test    lint and every test; on another release of Streamlit: make test STREAMLIT=1.66.1
# make checked the kernels' tests again, in all settings, no kernel beyond the end of an array
# make walks   in a browser: every story walked through in three ways, and a server started anew
# make fuzz    the property tests, on examples not drawn before
# make mutants change the code in 300 places, one at a time: do its tests notice? (SAMPLE=n SEED=s)
# make bench   measure, and print the numbers against their bars
# make load    a class at once: what each waits for, alone, led by a teacher, and beside long work
# make soak    a class that comes and goes for two hours (shorter: make soak MINUTES=20)
# make papers  what papers claim, and methods like for like (with files of data sets: DATA=folder)
# make docs    the pages of documents, in artifacts/docs: guides, tutorials executed, a reference
# make openings  what each dataset opens with, held to its bars (with files: DATA=folder)
# make wheel   build the wheel in artifacts/, install it in a fresh environment, time what it takes
#
# Each works alone in a fresh clone, and offline once it has run: the environment is made in .venv
# and remade only when a requirements file changes. Node, which the linter of JavaScript is installed
# with, comes with the environment.

PORT ?= 8501
PYTHON ?= python3
# Another release of Streamlit than the pinned one has an environment of its own.
STREAMLIT ?=
VENV := .venv$(addprefix -streamlit-,$(STREAMLIT))
PY := $(VENV)/bin/python
# Python compiles what is imported, and keeps it; to compile all that is installed takes 25 seconds.
PIP := $(PY) -m pip install --quiet --quiet --no-compile --disable-pip-version-check --no-input
OTHER := $(if $(STREAMLIT),&& $(PIP) streamlit==$(STREAMLIT))

# Two stamps, one environment: the tests' requirements contain the app's.
RUN := $(VENV)/installed-run
DEV := $(VENV)/installed-dev
# The pages of documents are built in an environment of their own: no tool of theirs is the app's.
DOCS := .venv-docs/installed
# What npm has installed when it has: Biome, at the version of package-lock.json.
JS := node_modules/.package-lock.json
BIOME := $(VENV)/bin/node node_modules/@biomejs/biome/bin/biome

export PORT ADDRESS WORKERS
# Python is started dozens of times by the tests alone: what it has compiled is kept, also where the
# environment says otherwise.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run serve test checked walks fuzz mutants lint format browser nginx bench bench-kernels bench-browser load soak papers openings docs wheel clean help

run: $(RUN)
	@exec $(PY) -m ui.serve

serve: $(RUN)
	@exec $(PY) -m serving

# A file of tests stays in one process: its tests share pages, so that less is opened anew.
ifeq ($(STREAMLIT),)
test: lint browser nginx
	@$(PY) -m pytest -n auto --dist loadfile --no-loadscope-reorder
else
test: browser
	@WALKS=all $(PY) -m pytest tests/browser/deployed/test_plain.py
endif

# Numba looks at no index otherwise: a wrong one would read whatever lies there.
checked: $(DEV)
	@NUMBA_BOUNDSCHECK=1 TWINS=all HYPOTHESIS_PROFILE=whole $(PY) -m pytest -n auto --dist loadfile tests/algorithms

walks: $(DEV)
	@WALKS=all $(PY) -m pytest tests/browser/lessons tests/browser/faults \
	  tests/browser/deployed/test_plain.py tests/browser/test_lessons.py -n auto

fuzz: $(DEV)
	@HYPOTHESIS_PROFILE=fuzz $(PY) -m pytest -m hypothesis

# Each outcome is kept in artifacts/mutants: an interrupted command goes on.
mutants: $(DEV)
	@nice $(PY) -m tools.mutants $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

lint: $(DEV) $(JS)
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(BIOME) check --error-on-warnings .

format: $(DEV) $(JS)
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .
	@$(BIOME) check --write .

browser: $(DEV)
	@$(PY) -m tools.find_browser --install

nginx: $(DEV)
	@$(PY) -m tools.find_nginx --install

bench: browser
	@$(PY) -m benchmarks

bench-kernels: $(DEV)
	@$(PY) -m benchmarks.kernels

bench-browser: browser
	@$(PY) -m benchmarks.browser

load: browser
	@$(PY) -m benchmarks.load
	@$(PY) -m benchmarks.visits.classroom
	@$(PY) -m benchmarks.fairness

soak: $(DEV)
	@$(PY) -m benchmarks.soak $(if $(MINUTES),--minutes $(MINUTES))

# Each repetition is stored as it ends: an interrupted command goes on.
papers: $(DEV)
	@$(PY) -m papers all $(if $(DATA),--data "$(DATA)")

openings: $(DEV)
	@$(PY) -m benchmarks.openings $(if $(DATA),"$(DATA)")

# Strict: a warning is an error. Figures of the notebooks load Plotly's script from beside the pages.
docs: $(DOCS)
	@NO_MKDOCS_2_WARNING=1 PYTHONPATH="$(CURDIR)" PLOTLY_RENDERER=notebook_connected \
	  .venv-docs/bin/python -m mkdocs build --quiet
	@echo "Built: artifacts/docs/index.html"

wheel: $(DEV)
	@$(PY) -m mypy
	@$(PY) -m hatchling build -t wheel -d artifacts
	@$(PY) -m tools.wheel.try_out

clean:
	rm -rf .venv .venv-docs .venv-streamlit-* node_modules artifacts .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help:
	@sed -n '1,14s/^# //p' Makefile

$(PY):
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
	  echo "Sparsity Lab needs Python 3.11 or newer, and there is no $(PYTHON) here."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Sparsity Lab needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) -V 2>&1);" \
	    "name another one with: make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "Python's venv module is missing; on Debian or Ubuntu: apt-get install python3-venv"; \
	  exit 1; }
	@echo "Making the environment in $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

# Exactly what was tested: pip takes no file whose digest is another than the one in the lock.
$(RUN): requirements.lock | $(PY)
	@echo "Installing what the app needs (the first time: about a minute)"
	@$(PIP) --require-hashes -r requirements.lock $(OTHER) || { \
	  echo "Installing failed: is the network on?"; exit 1; }
	@touch $@

$(DEV): requirements.lock requirements-cluster.txt requirements-dev.txt | $(PY)
	@echo "Installing what the tests need (the first time: about a minute)"
	@$(PIP) --require-hashes -r requirements.lock && $(PIP) -r requirements-dev.txt $(OTHER) || { \
	  echo "Installing failed: is the network on?"; exit 1; }
	@touch $(RUN) $@

$(DOCS): requirements.lock requirements-docs.txt | $(PY)
	@echo "Installing what the documents need (the first time: about a minute)"
	@$(PY) -m venv .venv-docs
	@$(subst $(PY),.venv-docs/bin/python,$(PIP)) --require-hashes -r requirements.lock && \
	  $(subst $(PY),.venv-docs/bin/python,$(PIP)) -r requirements-docs.txt || { \
	  echo "Installing failed: is the network on?"; exit 1; }
	@touch $@

$(JS): package-lock.json | $(DEV)
	@$(VENV)/bin/npm ci --silent --no-audit --no-fund || { \
	  echo "Installing Biome failed: is the network on?"; exit 1; }
	@touch $@
