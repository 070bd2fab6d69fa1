# Everything needs only Python >= 3.11 and make; the rest is set up in .venv.
PYTHON ?= python3
BIN := .venv/bin
# Many small matrix products: threads of a numerical library only get in each other's way.
export OPENBLAS_NUM_THREADS = 1

.PHONY: setup demo picture test lint docs bench validate clean

setup: .venv/.ready

.venv/.ready: pyproject.toml
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

test: setup lint
	sh scripts/system_packages.sh
	$(BIN)/python -m pytest -n auto --dist loadscope

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: setup
	$(BIN)/python docs/generate.py
	$(BIN)/sphinx-build -q -W -b html docs docs/_build/html
	@echo "The pages are in docs/_build/html (open index.html)."

bench: setup
	$(BIN)/python -m pip install --quiet --editable ".[bench]"
	$(BIN)/python benchmarks/run.py

validate: setup
	BETTERTHAN_EXAMPLES=10 $(BIN)/python -m pytest -n auto tests/procedures/test_conformance.py
	$(BIN)/python -m pytest -n auto -m validation

clean:
	rm -rf .venv build docs/_build
