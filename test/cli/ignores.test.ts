import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commit, repository } from '../rig/repository.js';
import { type Ended, weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';
import { SHOP } from './shop.js';

const CODE = 'egress-firewall/host-bits';

/** A firewall with a finding in its last line but one, which may have a comment, and with a comment before it. */
function firewall(comment = '', head = ''): string {
  return [
    ...(head === '' ? [] : [head]),
    'apiVersion: k8s.ovn.org/v1',
    'kind: EgressFirewall',
    'metadata: {name: default, namespace: shop}',
    'spec:',
    '  egress:',
    `    - {type: Deny, to: {cidrSelector: 10.1.2.3/8}}${comment === '' ? '' : ` ${comment}`}`,
    '',
  ].join('\n');
}

const files = (text: string, name = 'shop.yaml') => ({
  'weir.yaml': 'features: [egressFirewall]\n',
  'others.yaml': SHOP,
  [name]: text,
});
const check = (text: string, ...words: string[]): Promise<Ended> => weir(scratch(files(text)), ['check', ...words]);
const IGNORE = `# weir:ignore ${CODE} the partner writes it so`;

describe('a comment that ignores a finding', () => {
  it('holds on the line of the finding, on the one before, and before the object', async () => {
    const ignored = { code: 0, out: 'no problems, 1 ignored\n' };
    expect(await check(firewall(IGNORE))).toMatchObject(ignored);
    expect(
      await check(firewall().replace('    - {type: Deny, to: {cidrSelector: 10', `    ${IGNORE}\n\n$&`)),
    ).toMatchObject(ignored);
    expect(await check(firewall('', IGNORE))).toMatchObject(ignored);
    expect(await check(firewall('', `${IGNORE}\n# another comment\n---`))).toMatchObject(ignored);
    expect(await check(firewall(IGNORE).replaceAll('\n', '\r\n'))).toMatchObject(ignored);
    expect((await check(firewall().replace('metadata:', `${IGNORE}\n$&`))).out).toContain(`warning[${CODE}]`);
  });

  it('holds up to its date, and whatever its date where nobody says what day it is', async () => {
    const text = firewall(`${IGNORE} until=2027-01-01`);
    expect((await check(text)).out).toBe('no problems, 1 ignored\n');
    expect((await check(text, '--today', '2027-01-01')).out).toBe('no problems, 1 ignored\n');
    const { out } = await check(text, '--today', '2027-01-02');
    expect(out).toContain(`warning[${CODE}]`);
    expect(out).toContain('warning[ignore/expired]');
  });

  it('is one in a comment alone: not in a string of JSON', async () => {
    const object = {
      apiVersion: 'k8s.ovn.org/v1',
      kind: 'EgressFirewall',
      metadata: { name: 'default', namespace: 'shop', annotations: { note: `x ${IGNORE}` } },
      spec: { egress: [{ type: 'Deny', to: { cidrSelector: '10.1.2.3/8' } }] },
    };
    const { out } = await weir(scratch(files(JSON.stringify(object), 'shop.json')), ['check']);
    expect(out).toContain(`warning[${CODE}]`);
    expect(out).not.toContain('ignore/');
  });

  it('is not called idle where only a part of the repository is read', async () => {
    const folder = scratch(files(firewall(`# weir:ignore egress-ip/no-capacity known`)));
    expect((await weir(folder, ['check'])).out).toContain('ignore/unused');
    expect((await weir(folder, ['check', 'shop.yaml'])).out).not.toContain('ignore/unused');
  });

  it('does not hide in a change what it ignores from then on', async () => {
    const folder = repository(files(firewall()));
    writeFileSync(join(folder, 'shop.yaml'), firewall(IGNORE));
    const { code, out } = await weir(folder, ['diff', '--format', 'markdown']);
    expect(code).toBe(2);
    expect(out).toContain('This change affects no packet and newly ignores 1 finding.');
    expect(out).toContain(`newly ignored: warning[${CODE}]`);
    commit(folder);
    writeFileSync(join(folder, 'shop.yaml'), `# the same\n${firewall(IGNORE)}`);
    expect((await weir(folder, ['diff'])).out).toContain('Nothing changes.');
  });

  it('expires in a comparison too', async () => {
    const folder = repository(files(firewall()));
    writeFileSync(join(folder, 'shop.yaml'), firewall(`${IGNORE} until=2027-01-01`));
    const { out } = await weir(folder, ['diff', '--today', '2027-01-02']);
    expect(out).toContain('new: warning[ignore/expired]');
  });

  it('does not make a broken expectation good', async () => {
    const expectations = `expectations:\n  # weir:ignore expectation/selects-nothing we like it\n  - {name: a, from: {namespace: nobody}, unreachable: true}\n`;
    const folder = scratch({ ...files(firewall()), 'expectations.yaml': expectations });
    const { code, out } = await weir(folder, ['check']);
    expect(code).toBe(2);
    expect(out).toContain('warning[expectation/selects-nothing]');
    expect(out).toContain('warning[ignore/error]');
  });
});
