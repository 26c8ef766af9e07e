# Everything that one does here. `make run` and `make test` do all set-up by themselves.
# Needs: Python 3.11 or newer with venv, Node.js 20 or newer with npm; for the tests, Chromium.

PYTHON ?= python3
SEED ?= 4
PACE ?= 0.6
PORT ?= 8000
SHOES ?= 200
SECONDS ?= 600
PHOTOS ?= ../shared/data/cards/train
BIN := .venv/bin
# The tests start our commands some hundred times: what they compile to is kept, wherever we run.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test lint lint-style lint-types lint-imports lint-scripts setup setup-dev browser screenshots bench bench-camera train chaos fuzz wheel lock clean

run: setup
	$(BIN)/shoeboard run --table demo --data data/demo --port $(PORT) \
	  --reader "simulated:?seed=$(SEED)&pace=$(PACE)"

test: setup-dev browser
	$(BIN)/pytest -n 6 --dist worksteal

lint: lint-style lint-types lint-imports lint-scripts

lint-style: setup-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint-types: setup-dev
	$(BIN)/mypy

lint-imports: setup-dev
	$(BIN)/lint-imports

lint-scripts: setup-dev
	npm run --silent typecheck

# The pictures of the display: look at every one, at full size.
screenshots: setup-dev browser
	$(BIN)/python -m tests.gallery $(or $(OUT),docs/screenshots)

bench: setup-dev browser
	$(BIN)/python -m tests.bench

# On the photographs of ../shared/data/cards, where they are; ALSO="--card --stories --load" for more, see there.
bench-camera: setup-dev
	$(BIN)/python -m tests.bench.camera $(ALSO)

# Makes the camera's model anew: two hours. PHOTOS: photographs with boxes (see the model card).
train: setup-dev
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-train.lock
	$(BIN)/python -m drivers.camera.training --photos $(PHOTOS)

setup: .venv/.ready node_modules/.ready
setup-dev: .venv/.ready-dev node_modules/.ready-dev

.venv/.ready: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

# All that requirements.lock has, and more.
.venv/.ready-dev: requirements-dev.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch .venv/.ready $@

node_modules/.ready: package-lock.json
	npm ci --silent --omit=dev
	touch $@

node_modules/.ready-dev: package-lock.json
	npm ci --silent
	touch node_modules/.ready $@

# Chromium, a font with the suits and accents, and what OpenCV links to, from Debian, where they are missing.
browser:
	@if ! command -v chromium >/dev/null || ! fc-list | grep -q NotoSans-Regular || ! ldconfig -p | grep -q libGL.so.1; then \
	  if [ "$$(id -u)" = 0 ]; then \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
	      --no-install-recommends chromium fonts-noto-core fontconfig libgl1 libglib2.0-0 >/dev/null; \
	  else \
	    echo "The browser tests need: apt-get install chromium fonts-noto-core fontconfig libgl1 libglib2.0-0" >&2; \
	    exit 1; \
	  fi; \
	fi

chaos: setup-dev
	$(BIN)/python -m tests.chaos $(SHOES)

fuzz: setup-dev
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-fuzz.lock
	$(BIN)/python -m tests.fuzz $(SECONDS)

wheel: setup-dev
	$(BIN)/python -m hatchling build -t wheel

# Needs pip-tools on the PATH; the files are for Linux and Python 3.11 or newer.
lock:
	pip-compile --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe --no-header \
	  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	  --extra build --extra parquet --extra png -o requirements.lock pyproject.toml
	pip-compile --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe --no-header \
	  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	  --extra build --extra dev -o requirements-dev.lock pyproject.toml
	pip-compile --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe --no-header \
	  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	  --extra build --extra dev --extra fuzz -o requirements-fuzz.lock pyproject.toml
	pip-compile --quiet --upgrade --strip-extras --no-annotate --no-header \
	  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	  --extra train -o requirements-train.lock pyproject.toml

clean:
	rm -rf .venv node_modules dist
