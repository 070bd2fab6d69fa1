#!/bin/sh
# Installs what the tests of the report page need besides Python packages: a browser. Says so where it may not.
set -u
if command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing chromium for the tests of the report page …"
    if apt-get update -qq >/dev/null 2>&1 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null 2>&1; then
        exit 0
    fi
fi
echo "No chromium and no permission to install it: the tests of the report page are skipped. (apt-get install chromium)"
exit 0
