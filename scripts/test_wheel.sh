#!/bin/sh
# Builds the wheel, installs it into an environment of its own and runs there the tests marked `installed`:
# test_wheel.sh [arguments of pytest]
set -eu
cd "$(dirname "$0")/.."
main=.venv/bin/python
environment=build/wheel/environment

rm -rf build/wheel
$main -m pip wheel --quiet --no-deps --wheel-dir build/wheel .
$main -m venv --without-pip $environment
$main -m pip --python $environment install --quiet --no-deps --no-index build/wheel/*.whl

# All other packages are those of .venv, which saves their installation. Python does not follow the .pth files of a
# directory that a .pth file names, so the editable installation of the source in .venv stays out of sight.
packages='import sysconfig; print(sysconfig.get_path("purelib"))'
$main -c "$packages" > "$($environment/bin/python -c "$packages")/packages_of_main.pth"
$environment/bin/python -c 'import sys, betterthan; assert betterthan.__file__.startswith(sys.prefix), betterthan.__file__'

# Only the files that have such tests: collecting all others takes longer than these tests do.
$environment/bin/python -m pytest -m installed "$@" $(grep -rl 'mark\.installed' --include='test_*.py' tests)
