import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proveState } from '../../src/prove/prove.js';
import { renderProofJson } from '../../src/prove/render-json.js';
import { renderProofText } from '../../src/prove/render-text.js';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';
import { FIXTURES } from '../golden/cases.js';
import { applyMutant } from './mutants.js';
import { readState } from './state.js';

const CASE = 'quickstart';

/** The proof of the quickstart with another action of the EgressFirewall's first rule. */
async function proveMutant() {
  const state = await readState(CASE);
  if (!state) throw new Error('the quickstart has errors');
  const { zones, hosts = [] } = state.tracedState({ isComplete: true });
  const key = 'default-network-controller:EgressFirewall:shop:1';
  const changed = applyMutant(zones, { what: '', table: 'ACL', key, column: 'action', value: 'drop' });
  return proveState({ ...state, tracedState: () => ({ zones: changed, hosts }) });
}

describe('weir prove', () => {
  it('proves the quickstart, with exit code 0', async () => {
    const { code, out, err } = await weir(join(FIXTURES, CASE), ['prove']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^proven for \d+ pods, \d+ classes of packets\ncompared: /);
    const json = await weir('/', ['prove', '-C', join(FIXTURES, CASE), '--format', 'json']);
    expect(JSON.parse(json.out)).toMatchObject({ isProven: true, differences: [] });
  });

  it('prints a packet of a wrong row, with both decisions', async () => {
    const proof = await proveMutant();
    const text = renderProofText(proof, () => undefined).join('\n');
    expect(text).toMatch(/^shop\/\S+ → 203\.0\.113\.\d+ TCP 443/);
    expect(text).toContain("  resources: allowed by EgressFirewall shop/default 'Allow 203.0.113.0/24'");
    expect(text).toMatch(/ {2}rows: {6}dropped by ACL default-network-controller:EgressFirewall:shop:1 in zone \S+ of/);
    expect(text).toMatch(/^not proven: 1 difference among /m);
    expect(renderProofJson(proof, () => undefined)).toMatchObject({
      isProven: false,
      differences: [{ packet: { direction: 'to' }, resources: { decision: 'allowed' }, rows: { decision: 'dropped' } }],
    });
  });

  it('prints the errors of the input, with exit code 1', async () => {
    const { code, err } = await weir(scratch({ 'weir.yaml': 'unknown: 1\n' }), ['prove']);
    expect(code).toBe(1);
    expect(err).toContain('unknown');
  });

  it('is a part of weir compile --prove, which writes the output', async () => {
    const names = ['weir.yaml', 'egress/shop.yaml', 'inventory/cluster.yaml'];
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(FIXTURES, CASE, name), 'utf8')]));
    const folder = scratch(files);
    const { code, err } = await weir(folder, ['compile', '--prove']);
    expect(err).toContain('proven for ');
    expect(code).toBe(0);
    expect(existsSync(join(folder, 'rendered/index.json'))).toBe(true);
  });
});
