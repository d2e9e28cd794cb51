#!/usr/bin/env bash
# Packs Weir and the packages that it runs with (by the digests of package-lock.json) for CI, and prints the archive's
# SHA-256. Needs a clone in which `npm ci` and `npm run build` have run.
#
#   deploy/ci/pack.sh weir.tgz
set -euo pipefail
archive=$(realpath "${1:?usage: pack.sh ARCHIVE}")
cd "$(dirname "$0")/../.."
test -x dist/cli.js || chmod 0755 dist/cli.js
folder=$(mktemp --directory)
trap 'rm -rf "$folder"' EXIT
cp --recursive package.json package-lock.json LICENSE dist templates "$folder"
cp --parents deploy/ci/*.yaml docs/findings.md "$folder"
npm ci --prefix "$folder" --omit=dev --ignore-scripts --no-audit --no-fund --silent
tar --create --gzip --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --file "$archive" --directory "$folder" .
sha256sum "$archive"
