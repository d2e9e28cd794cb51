#!/usr/bin/env node
// Measures Weir against its bars: all lines, or those named on the command line; `--list` names them. Every figure is a ratio
// of whole processes of one run, of their processor time (user and system) where nothing else is said: times of a shared
// machine mean little by themselves, so the load is told too. Exit code 1 when a bar is not met.
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { LINES } from './lines.mjs';
import { HERE, ROUNDS, clearAside } from './measure.mjs';

/** The applying to a database says its own lines. */
const APPLY = 'apply';
const names = [...Object.keys(LINES), APPLY];
const asked = process.argv.slice(2);
const unknown = asked.find((name) => name !== '--list' && !names.includes(name));
if (unknown !== undefined || asked.includes('--list')) {
  if (unknown !== undefined) console.error(`there is no line ${unknown}`);
  for (const name of names) console.log(`${name.padEnd(24)}${LINES[name]?.[0] ?? 'applying to a database'}`);
  process.exit(unknown === undefined ? 0 : 1);
}

let missed = 0;
for (const name of asked.length > 0 ? asked : names) {
  if (name === APPLY) missed += apply();
  else await report(name);
}
process.exitCode = missed === 0 ? 0 : 1;

async function report(name) {
  const [what, bar, measure] = LINES[name];
  const value = await measure();
  clearAside();
  if (value === undefined) {
    console.log(`not measured: ${what}, because OVN is not installed`);
    return;
  }
  const isMet = value <= bar;
  if (!isMet) missed++;
  const load = loadavg()[0].toFixed(0);
  console.log(
    `${isMet ? 'met   ' : 'MISSED'}  ${value.toFixed(2).padStart(6)}  ≤ ${String(bar).padEnd(4)}  ${name}: ${what} (load ${load})`,
  );
}

function apply() {
  const { status } = spawnSync(process.execPath, [join(HERE, 'apply-northbound.mjs')], {
    env: { ...process.env, ROUNDS: String(ROUNDS) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0 ? 0 : 1;
}
