#!/usr/bin/env bash
# Runs the random tests with many seeds: `seeds.sh [HOW-MANY [TEST-FILE...]]`, 1,000 seeds and every random test if left out.
# WEIR_SEED is the first seed (1), WEIR_RUNS how many values each seed gives at most (5): small ones come first.
set -euo pipefail
export WEIR_SEED=${WEIR_SEED:-1} WEIR_RUNS=${WEIR_RUNS:-5} WEIR_SEEDS=${1:-1000}
files=("${@:2}")
[ ${#files[@]} -gt 0 ] || mapfile -t files < <(grep -rl "rig/random\.js'" test --include='*.test.ts')
npm run --silent build
exec npx vitest run --test-timeout=0 "${files[@]}"
