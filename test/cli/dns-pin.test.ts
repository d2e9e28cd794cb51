import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type PinOptions, type Resolve, pinCommand } from '../../src/cli/commands/dns-pin.js';
import { pinAnswers } from '../../src/settings/configuration/pin-answers.js';
import { compose } from '../../src/yaml/compose.js';
import { checkProperty } from '../rig/random.js';
import { scratch } from '../sources/scratch.js';
import { SHOP } from './shop.js';

const MANIFESTS = `${SHOP}---
apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec:
  egress:
    - {type: Allow, to: {dnsName: Api.example.com.}}
    - {type: Allow, to: {dnsName: known.example.com}}
    - {type: Deny, to: {cidrSelector: 0.0.0.0/0}}
`;
const DATE = '2026-11-23';
const answering: Resolve = (name, family) =>
  name === 'gone.example.com'
    ? Promise.resolve([])
    : Promise.resolve(family === 'IPv4' ? ['203.0.113.9', '203.0.113.7'] : ['2001:DB8::7']);

/** What a run prints, its exit code, and weir.yaml after it. */
async function pin(settings: string, given: Partial<PinOptions> = {}) {
  const folder = scratch({ 'weir.yaml': settings, 'all.yaml': MANIFESTS });
  let [out, err] = ['', ''];
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true)),
  ];
  const code = await pinCommand({ path: folder, names: [], date: DATE, ...given }, answering);
  for (const spy of spies) spy.mockRestore();
  return { code, out, err, text: readFileSync(join(folder, 'weir.yaml'), 'utf8') };
}

const SETTINGS = `features: [egressFirewall] # one
dns:
  # ours
  known.example.com: [198.51.100.7] # by hand
output: rendered
`;

describe('weir dns pin', () => {
  it('shows what it would write for names of rules without answers, and writes it when it is told to', async () => {
    const shown = await pin(SETTINGS);
    expect([shown.code, shown.text]).toEqual([2, SETTINGS]);
    expect(shown.out).toContain(`+  api.example.com: [203.0.113.7, 203.0.113.9] # pinned ${DATE}`);
    const { code, text } = await pin(SETTINGS, { write: true });
    expect(code).toBe(0);
    expect(text).toBe(
      SETTINGS.replace('output:', `  api.example.com: [203.0.113.7, 203.0.113.9] # pinned ${DATE}\noutput:`),
    );
  });

  it('renews answers of a name in its place, and asks for the families of the cluster', async () => {
    const settings = SETTINGS.replace(
      'dns:',
      'clusterSubnets: [10.128.0.0/14/23, fd01::/48/64]\nserviceCIDRs: [172.30.0.0/16, fd02::/112]\ndns:',
    );
    const { text } = await pin(settings, { names: ['Known.example.com'], write: true });
    expect(text).toContain(
      `  known.example.com: [2001:db8::7, 203.0.113.7, 203.0.113.9] # pinned ${DATE} # by hand\n`.replace(
        '[2001:db8::7, 203.0.113.7, 203.0.113.9]',
        '[2001:db8::7, 203.0.113.7, 203.0.113.9]',
      ),
    );
  });

  it('refuses without names, and says which name has no answer', async () => {
    const known = SETTINGS.replace('  known', '  api.example.com: [203.0.113.7]\n  known');
    expect(await pin(known)).toMatchObject({ code: 1, out: '', text: known });
    const { code, err, text } = await pin(SETTINGS, { names: ['gone.example.com'], write: true });
    expect([code, text]).toEqual([1, SETTINGS]);
    expect(err).toContain('gone.example.com has no answer');
  });
});

describe('answers in weir.yaml', () => {
  it('take the place of nothing else, however the file is written', () => {
    const before = fc.constantFrom(
      '',
      '# a\n',
      'mtu: 1400 # b',
      'dns: {}\n',
      'dns: {a.example.com: [192.0.2.1]}\nmtu: 1400\n',
      'dns:\n    a.example.com:\n      - 192.0.2.1 # x\n      - 192.0.2.2\n# end\nmtu: 1400\n',
      'dns:\n  a.example.com: [192.0.2.1] # pinned 2020-01-01\n',
      'dns:\r\n  b.example.com: [192.0.2.1]\r\nmtu: 1400\r\n',
      '---\nmtu: 1400\n...\n',
    );
    const names = fc.uniqueArray(fc.constantFrom('a.example.com', 'b.example.com', 'c.example.com', 'on'), {
      minLength: 1,
    });
    const addresses = fc.uniqueArray(fc.constantFrom('192.0.2.7', '192.0.2.8', '2001:db8::1', '::1'), { minLength: 1 });
    checkProperty(
      fc.property(before, names, addresses, (text, some, own) => {
        const answers = new Map(some.map((name) => [name, own]));
        const after = pinAnswers(text, answers, DATE);
        const [then, now] = [compose(text).values[0] ?? {}, compose(after).values[0]] as Record<string, object>[];
        expect(now).toEqual({ ...then, dns: { ...then?.dns, ...Object.fromEntries(answers) } });
        expect(pinAnswers(after, answers, DATE)).toBe(after);
        for (const comment of ['# a\n', '# b', '# end']) expect(after.includes(comment)).toBe(text.includes(comment));
      }),
    );
  });
});
