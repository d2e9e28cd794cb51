import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../rig/repository.js';
import { type Ended, weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';
import { SHOP } from './shop.js';

const MANIFESTS = `${SHOP}---
apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec:
  egress:
    - {type: Allow, to: {cidrSelector: 203.0.113.0/24}}
    - {type: Allow, to: {cidrSelector: 203.0.113.0/25}}
    - {type: Deny, to: {cidrSelector: 0.0.0.0/0}}
`;
const CODE = 'egress-firewall/shadowed-rule';
const filesWith = (settings: string) => ({
  'weir.yaml': `features: [egressFirewall]\n${settings}`,
  'all.yaml': MANIFESTS,
});
const run = (settings: string, ...words: string[]): Promise<Ended> => weir(scratch(filesWith(settings)), words);

describe('findings in weir.yaml', () => {
  it('turns a warning into an error: nothing is written, by any command', async () => {
    const settings = `findings: {${CODE}: error}\n`;
    for (const words of [['compile'], ['check'], ['report', '--out', 'page.html']]) {
      const { code, out, err } = await run(settings, ...words);
      expect([words[0], code]).toEqual([words[0], 1]);
      expect(`${out}${err}`).toContain(`error[${CODE}]`);
    }
  });

  it('leaves questions with an answer, whatever is made an error', async () => {
    expect((await run(`findings: {${CODE}: error}\n`, 'list', 'flows')).code).toBe(0);
    expect((await run(`findings: {${CODE}: error}\n`, 'expect')).code).toBe(0);
  });

  it('turns it off: it is counted, and shown in no format', async () => {
    const { code, out } = await run(`findings: {${CODE}: off}\n`, 'check');
    expect([code, out]).toEqual([0, 'no problems, 1 ignored\n']);
    expect((await run(`findings: {${CODE}: "off"}\n`, 'check')).out).toBe(out);
    for (const format of ['json', 'github', 'sarif', 'codeclimate', 'junit']) {
      expect((await run(`findings: {${CODE}: off}\n`, 'check', '--format', format)).out).not.toContain(CODE);
    }
  });

  it('makes it an information, which each format has a word for, and which fails no test', async () => {
    const level = async (format: string): Promise<string> =>
      (await run(`findings: {egress-firewall/*: info}\n`, 'check', '--format', format)).out;
    expect(await level('text')).toContain(`info[${CODE}]`);
    expect(await level('github')).toMatch(/^::notice /);
    expect(await level('sarif')).toContain('"level": "note"');
    expect(await level('codeclimate')).toContain('"severity": "info"');
    expect(await level('junit')).toContain('failures="0"');
  });

  it('leaves a code to its own line where its subject has one too', async () => {
    const { out } = await run(`findings: {egress-firewall/*: off, ${CODE}: info}\n`, 'check');
    expect(out).toContain(`info[${CODE}]`);
  });

  it('does not lower an error', async () => {
    const { code, out } = await weir(
      scratch({ ...filesWith('findings: {schema/*: off}\n'), 'x.yaml': MANIFESTS.replace('egress:', 'egres:') }),
      ['check'],
    );
    expect(code).toBe(1);
    expect(out).toContain('error[schema/unknown-field]');
  });

  it('does not hide in a change what is turned off by it', async () => {
    const folder = repository(filesWith(''));
    writeFileSync(join(folder, 'weir.yaml'), filesWith(`findings: {${CODE}: off}\n`)['weir.yaml']);
    const { code, out } = await weir(folder, ['diff']);
    expect(code).toBe(2);
    expect(out).toContain('This change affects no packet and newly ignores 1 finding.');
    expect(out).toContain('Ignored findings afterwards: 1.');
    expect(out).toContain(`newly ignored: warning[${CODE}]`);
    expect(out).not.toContain('gone:');
  });
});
