import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReportData, Snapshot } from '../../src/report/data.js';
import { weir } from '../rig/weir.js';
import { removeRepositories, reportRepository } from './repository.js';

afterAll(removeRepositories);

/** The second rule is shadowed; the fourth and the fifth allow what no rule denies. */
const FIREWALL = `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: quay}
spec:
  egress:
    - {type: Allow, to: {cidrSelector: 203.0.113.0/25}}
    - {type: Allow, to: {cidrSelector: 203.0.113.0/26}} # weir:ignore
    - {type: Deny, to: {cidrSelector: 203.0.113.0/24}}
    - {type: Allow, to: {cidrSelector: 198.51.100.0/25}}
    - {type: Allow, to: {cidrSelector: 198.51.100.128/25}}
`;
const UNSELECTED = `apiVersion: k8s.ovn.org/v1
kind: EgressQoS
metadata: {name: default, namespace: quay}
spec: {egress: [{dscp: 46, podSelector: {matchLabels: {app: none}}}, {dscp: 8}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: nobody, namespace: quay}
spec:
  podSelector: {matchLabels: {app: none}}
  policyTypes: [Ingress, Egress]
  ingress: [{from: [{podSelector: {}}]}]
  egress: [{to: [{podSelector: {}}]}]
`;
const SHADOWED = 'egress-firewall/shadowed-rule';
const USES = ['decides', 'shadowed', 'decides', 'redundant', 'redundant'];

function repository(comment: string, configuration = ''): string {
  const folder = reportRepository();
  writeFileSync(join(folder, 'egress/firewall.yaml'), FIREWALL.replace(' # weir:ignore', comment));
  appendFileSync(join(folder, 'weir.yaml'), configuration);
  return folder;
}

function readPage(path: string): ReportData {
  const [, text = ''] = /id="report">([^<]*)</.exec(readFileSync(path, 'utf8')) ?? [];
  return JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()) as ReportData;
}

function usesIn({ namespaces }: Snapshot): (string | undefined)[] {
  const quay = namespaces.find(({ name }) => name === 'quay');
  return (quay?.lists ?? []).flatMap(({ rules }) => rules.map(({ use }) => use));
}

describe('what a page says that each rule of a firewall is good for', () => {
  it('is said of every rule that one finding speaks of', async () => {
    const folder = repository('');
    expect(await weir(folder, ['report', '--out', 'page.html'])).toMatchObject({ code: 0, err: '' });
    const { snapshot } = readPage(join(folder, 'page.html'));
    expect(usesIn(snapshot)).toEqual(USES);
    expect(snapshot.findings.filter(({ code }) => code === 'egress-firewall/allowed-anyway')).toHaveLength(1);
  });

  it('does not depend on findings that weir.yaml turns off, or that a comment ignores', async () => {
    const off = 'findings: {egress-firewall/allowed-anyway: off}\n';
    const folder = repository(` # weir:ignore ${SHADOWED} kept for the audit`, off);
    expect(await weir(folder, ['report', '--out', 'page.html'])).toMatchObject({ code: 0, err: '' });
    const { snapshot } = readPage(join(folder, 'page.html'));
    expect(usesIn(snapshot)).toEqual(USES);
    expect(snapshot.findings.map(({ code }) => code)).not.toContain(SHADOWED);
  });

  it('is the same on both sides of a comparison, ignored or not', async () => {
    const off = 'findings: {egress-firewall/*: off}\n';
    const [before, after] = [repository(''), repository('', off)];
    await weir(after, ['diff', before, after, '--report', 'page.html']);
    const page = readPage(join(after, 'page.html'));
    expect([page.before, page.snapshot].map((side) => side && usesIn(side))).toEqual([USES, USES]);
  });

  it('is redundant in a firewall that denies nothing, and shadowed where an earlier rule decides', async () => {
    const folder = repository('');
    const rules = ['203.0.113.0/24', '203.0.113.0/26', '198.51.100.0/25'];
    const lines = rules.map((network) => `    - {type: Allow, to: {cidrSelector: ${network}}}\n`);
    writeFileSync(join(folder, 'egress/firewall.yaml'), FIREWALL.slice(0, FIREWALL.indexOf('    - ')) + lines.join(''));
    await weir(folder, ['report', '--out', 'page.html']);
    const { snapshot } = readPage(join(folder, 'page.html'));
    expect(usesIn(snapshot)).toEqual(['redundant', 'shadowed', 'redundant']);
    expect(snapshot.findings.map(({ code }) => code)).toContain('egress-firewall/denies-nothing');
  });

  it('is empty for a mark without pods, and for all rules of a policy without pods', async () => {
    const folder = repository('');
    writeFileSync(join(folder, 'egress/firewall.yaml'), UNSELECTED);
    await weir(folder, ['report', '--out', 'page.html']);
    const { snapshot } = readPage(join(folder, 'page.html'));
    expect(usesIn(snapshot)).toEqual(['unmatched', 'unmatched', 'unmatched', 'decides']);
  });
});
