# Everything needs only Python >= 3.11 and make; the rest is set up in .venv.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= auto
PYTEST := -m pytest -n $(WORKERS) --dist loadscope

.PHONY: setup demo picture test test-machines test-wheel test-versions test-lowest test-newest test-minimal lint docs pages bench \
  validate mutants clean

setup: .venv/.ready

.venv/.ready: pyproject.toml src/betterthan/version.py
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --group dev --editable .
	touch .venv/.ready

demo: setup
	mkdir -p build/demo
	$(BIN)/betterthan example code-switching > build/demo/code-switching.csv
	$(BIN)/betterthan compare build/demo/code-switching.csv --first GNN --second LLM --task da-en --rope 0.01 \
	  -o build/demo/da-en.html -o build/demo/da-en.json -o build/demo/da-en.png
	@echo
	@echo "The report, the figures and the JSON are in build/demo (open build/demo/da-en.html)."

# Renews the README's picture of the report that the demo writes.
picture: demo
	sh scripts/picture.sh build/demo/da-en.html docs/images/report.png

# Tests marked `installed` run against the wheel, and not once more against the source.
test: setup
	$(MAKE) --jobs=2 --output-sync lint pages
	$(MAKE) test-wheel
	sh scripts/system_packages.sh
	$(BIN)/python $(PYTEST) -m "not installed and not validation"

# The tests whose numbers could depend on the processor or on threads, once for each kind of machine (a quarter of an hour).
test-machines: setup
	$(BIN)/python scripts/test_machines.py -n auto --dist loadscope

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The tests of what users install, against the wheel instead of the source.
test-wheel: setup
	sh scripts/test_wheel.sh -n $(WORKERS) --dist loadscope

test-versions: test-lowest test-newest test-minimal

# Old versions warn of what newer versions of their own dependencies deprecate; those warnings are not ours to mend.
test-lowest: build/lowest/.ready
	build/lowest/bin/python $(PYTEST) -W default::DeprecationWarning

test-newest: build/newest/.ready
	build/newest/bin/python $(PYTEST)

# Only what the package itself needs: neither pandas nor polars, nor what tests compare with.
test-minimal: build/minimal/.ready
	build/minimal/bin/python $(PYTEST)

build/lowest/.ready: EXTRA = --group test --group beside --constraint build/lowest.txt
build/lowest/.ready: AGE = oldest
build/newest/.ready: EXTRA = --group test --group beside
build/newest/.ready: AGE = newest
build/minimal/.ready: EXTRA = --group test
build/minimal/.ready: AGE = oldest
build/lowest/.ready: build/lowest.txt
build/lowest/.ready build/newest/.ready build/minimal/.ready: pyproject.toml src/betterthan/version.py | .venv/.ready
	rm -rf $(@D)
	$$($(BIN)/python scripts/find_python.py $(AGE)) -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(@D)/bin/python -m pip install --quiet $(EXTRA) --editable .
	touch $@

build/lowest.txt: pyproject.toml scripts/lowest_versions.py | .venv/.ready
	mkdir -p build
	$(BIN)/python scripts/lowest_versions.py > $@

docs: setup
	$(BIN)/python docs/generate.py
	$(MAKE) pages
	@echo "The pages are in docs/_build/html (open index.html)."

# The documentation as it stands, warnings being errors.
pages: setup
	$(BIN)/sphinx-build -q -W -j auto -b html docs docs/_build/html

bench: setup
	$(BIN)/python -m pip install --quiet --editable ".[bench]"
	$(BIN)/python benchmarks/run.py

# Simulation studies and slow tests, an hour and a quarter on two processors; a part that fails does not stop the others.
validate: setup
	$(BIN)/python scripts/validate.py $(PARTS)

# Small faults in a copy of the source, and whether a test notices (a mutant takes about half a minute).
PACKAGE ?= procedures results data judging asking
COUNT ?= 40
mutants: setup
	nice $(BIN)/python scripts/mutants.py $(PACKAGE) --count $(COUNT)

clean:
	rm -rf .venv build docs/_build
