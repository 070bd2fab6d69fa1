#!/bin/sh
# Takes a picture of the upper part of a page: picture.sh PAGE.html PICTURE.png
set -eu
page=$(realpath "$1")
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
chromium --headless --no-sandbox --disable-gpu --disable-background-networking --hide-scrollbars \
  --user-data-dir="$profile" --window-size=960,960 --screenshot="$2" "file://$page" 2>/dev/null
echo "wrote $2"
