import { scratch } from '../sources/scratch.js';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { weir } from '../rig/weir.js';

const QUICKSTART = fileURLToPath(new URL('../../fixtures/quickstart', import.meta.url));

const FERRY = `apiVersion: k8s.ovn.org/v1
kind: EgressIP
metadata: {name: ferry}
spec: {egressIPs: [203.0.113.9], namespaceSelector: {}}
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-names-'));
  cpSync(QUICKSTART, folder, { recursive: true });
  writeFileSync(join(folder, 'egress/ferry.yaml'), FERRY);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a mistyped name', () => {
  it.each([
    ['of a command', ['chek'], "unknown command 'chek': did you mean 'check'?"],
    ['of a command of a group', ['list', 'flow'], "unknown command 'flow': did you mean 'flows'?"],
    ['of an option', ['check', '--formt', 'json'], "unknown option '--formt': did you mean '--format'?"],
    ['of a file', ['check', 'egres/shop.yml'], "matches no file: did you mean 'egress/shop.yaml'?"],
    ['of a configuration', ['check', '--config', 'weir.yml'], ": did you mean 'weir.yaml'?"],
    ['of a schema', ['schema', 'egressfirewal'], "unknown schema 'egressfirewal': did you mean 'EgressFirewall'?"],
    ['of a subject', ['explain', 'egressips', 'x'], "cannot explain 'egressips': did you mean 'egressip'?"],
    ['of a finding', ['explain', 'egress-firewal/bad-cidr'], ": did you mean 'egress-firewall/bad-cidr'?"],
    ['of a resource', ['explain', 'egressip', 'fery'], "EgressIP fery is not in the manifests: did you mean 'ferry'?"],
    ['of a node', ['whatif', '--drain', 'worker-c'], "no node worker-c in the inventory: did you mean 'worker-a'?"],
    ['of a zone', ['show', 'northbound', '--zone', 'worker-c'], "no zone 'worker-c': did you mean 'worker-a'?"],
    ['of a sender', ['trace', 'shp', '203.0.113.7'], "node shp in the inventory: did you mean 'shop'?"],
    ['of a pod', ['trace', 'shop/chekout-0', '203.0.113.7'], ": did you mean 'shop/checkout-0'?"],
    ['of a receiver', ['trace', 'shop', 'worker-c'], "node worker-c in the inventory: did you mean 'worker-a'?"],
    ['of a namespace', ['list', 'flows', '--from', 'shp'], "is called 'shp': did you mean 'shop'?"],
  ])('%s is answered with the one that may be meant, exit code 1', async (_, words, said) => {
    const { code, out, err } = await weir(folder, words);
    expect(`${out}${err}`).toContain(said);
    expect(code).toBe(1);
  });

  it('that is near nothing is answered with the choices', async () => {
    const { err } = await weir(folder, ['schema', 'gateway']);
    expect(err).toContain('expected one of expectations, fleet, EgressFirewall, ');
  });
});

describe('what is wrong with the arguments', () => {
  it.each([
    [['chek']],
    [['explain']],
    [['check', '--format', 'xml']],
    [['plan', 'northbound']],
    [['schema', 'gateway']],
    [['trace', 'nobody', '203.0.113.7']],
  ])('%j is said in one line with the name of the program', async (words) => {
    const { err } = await weir(folder, words);
    expect(err).toMatch(/^weir: .+\n$/);
  });
});

describe('a name in another case', () => {
  it('of a schema is the same', async () => {
    const { out } = await weir(folder, ['schema', 'EGRESSfirewall']);
    expect(out).toBe((await weir(folder, ['schema', 'EgressFirewall'])).out);
  });

  it('the schema of a kind is that of the release in weir.yaml', async () => {
    const of = async (text: string) =>
      (await weir(scratch({ 'weir.yaml': text }), ['schema', 'AdminNetworkPolicy'])).out;
    const usual = await of('');
    expect(await of('ovnKubernetes: openshift-4.15\n')).not.toBe(usual);
    expect(await of('ovnKubernetes: [broken\n')).toBe(usual);
  });

  it('of a code, and of a kind, is the same', async () => {
    const { code, out } = await weir(folder, ['explain', 'Egress-Firewall/Bad-CIDR']);
    expect(out).toMatch(/^egress-firewall\/bad-cidr /);
    expect(code).toBe(0);
    expect((await weir(folder, ['explain', 'EgressIP', 'ferry'])).code).toBe(0);
  });
});

describe('colours', () => {
  const findings = (environment: Record<string, string>): Promise<string> =>
    weir(folder, ['check', 'nowhere.yaml'], environment).then(({ out }) => out);

  it.each([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ FORCE_COLOR: '' }, false],
  ])('of a pipe with %j: %s', async (environment, isColored) => {
    expect((await findings(environment)).includes('\x1b[1;31merror')).toBe(isColored);
  });
});
