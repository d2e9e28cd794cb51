#!/usr/bin/env bash
# Writes a release to a folder: the npm package, an SBOM (CycloneDX) of its runtime packages, the Helm chart, and the SHA-256 of each.
# The same sources, Node.js and npm produce the same bytes. Needs a clone in which `npm ci` has run.
#
#   deploy/release.sh [FOLDER]   (default: release)
set -euo pipefail
folder=$(realpath --canonicalize-missing "${1:-release}")
cd "$(dirname "$0")/.."
rm -rf "$folder"
mkdir -p "$folder"
npm run --silent build
npm pack --silent --ignore-scripts --pack-destination "$folder" >/dev/null
npm sbom --package-lock-only --sbom-format cyclonedx --sbom-type library |
  node deploy/sbom.mjs >"$folder/weir-egress.cdx.json"
version=$(node --print 'require("./package.json").version')
# Helm expects the files of a chart in a folder with its name.
tar --create --directory deploy --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
  --transform 's,^chart,weir,' chart | gzip --no-name >"$folder/weir-$version.tgz"
cd "$folder"
sha256sum -- *.tgz *.cdx.json | tee SHA256SUMS
