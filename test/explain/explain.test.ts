import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRowByUuid } from '../../src/apply/northbound/live/find-row.js';
import { createExplainer } from '../../src/explain/explain.js';
import type { SubjectExplanation } from '../../src/explain/explanation.js';
import { parseSubject } from '../../src/explain/subject.js';
import { schemaAt } from '../../src/northbound/schema/northbound.js';
import { runCase } from '../golden/cases.js';

const SECONDARY = 'egress-ip/secondary-network-with-a-node-in-each-zone';

async function explain(name: string, text: string): Promise<SubjectExplanation> {
  const { compiled } = await runCase(name);
  const subject = parseSubject(text);
  if (!compiled || !subject || subject.form === 'uuid') throw new Error(`nothing to explain in ${text}`);
  return createExplainer(compiled, (address) => (address === '10.128.22.9' ? ' (Pod a/b)' : ''))(subject);
}

function logLine(name: string, verdict: string, direction: string): string {
  const packet =
    'tcp,vlan_tci=0x0000,nw_src=10.128.22.9,nw_dst=203.0.113.7,nw_ttl=64,tp_src=34512,tp_dst=443,tcp_flags=syn';
  return `2026-01-01T00:00:00.000Z|00001|acl_log(ovn_pinctrl0)|INFO|name="${name}", verdict=${verdict}, severity=info, direction=${direction}: ${packet}`;
}

describe('explain of a log line', () => {
  it('names the rules that write it, and the packet with the owners of its addresses', async () => {
    const { answers, notes } = await explain('quickstart', logLine('EF:shop:1', 'allow', 'to-lport'));
    expect(answers.map(({ title }) => title)).toEqual(['ACL default-network-controller:EgressFirewall:shop:1']);
    expect(answers[0]?.sources).toMatchObject([{ kind: 'EgressFirewall', namespace: 'shop', role: 'cause' }]);
    expect(answers[0]?.effects[0]).toBe('allows packets at the port of the receiver');
    expect(notes).toEqual(['packet: tcp from 10.128.22.9 port 34512 (Pod a/b) to 203.0.113.7 port 443']);
  });

  it('names only the rules of a name that match the packet', async () => {
    const line = (destination: string): string =>
      `name="NP:shop:web:Egress:0", verdict=allow, severity=info, direction=from-lport: udp,nw_src=10.128.0.5,nw_dst=${destination},tp_src=34512,tp_dst=53`;
    const found = await explain('network-policy/blocks-beside-selectors', line('203.0.113.7'));
    expect(found.answers.map(({ effects }) => effects[1])).toEqual([
      expect.stringMatching(/^if ip4\.dst == 203\.0\.113\.0\/24 && udp && udp\.dst==53 /),
    ]);
    const none = await explain('network-policy/blocks-beside-selectors', line('198.51.100.7'));
    expect(none.answers).toHaveLength(4);
    expect(none.notes[1]).toBe('no ACL of the name and verdict matches the packet in the input');
  });

  it('names the policies that isolate the pod, for a default deny', async () => {
    const names = async (text: string): Promise<string[]> => {
      const { answers } = await explain('network-policy/rules-that-another-rule-allows', text);
      return answers.flatMap(({ sources }) => sources.map(({ name, role }) => `${role} ${name}`));
    };
    const line =
      'name="NP:shop:Ingress", verdict=drop, direction=to-lport: tcp,nw_src=10.128.0.7,nw_dst=10.128.0.6,tp_dst=443';
    expect(await names(line)).toEqual(['cause db', 'also same-namespace']);
    expect(await names('default-network-controller:NetpolNamespace:shop:Ingress:defaultDeny')).toEqual([
      'cause db',
      'also same-namespace',
      'also web',
      'also web-again',
    ]);
  });

  it('says that the line is of another state if the rule has another verdict now', async () => {
    const { answers, notes } = await explain('quickstart', logLine('EF:shop:0', 'drop', 'to-lport'));
    expect(answers).toHaveLength(1);
    expect(notes[1]).toContain('so the line is from another state of the cluster');
  });

  it('says that a rule is not of the input, or has no name', async () => {
    expect((await explain('quickstart', logLine('EF:port:0', 'drop', 'to-lport'))).notes[1]).toMatch(
      /^not Weir's: .*'EF:port:0'/,
    );
    expect((await explain('quickstart', logLine('<unnamed>', 'drop', 'to-lport'))).notes[1]).toContain('has no name');
  });
});

describe('explain of a row', () => {
  it('finds a set by its hash, with the members of all zones and the rules that use it', async () => {
    const { answers } = await explain('quickstart', '@a18210041798273111445');
    expect(answers[0]?.effects[0]).toBe('contains 2 ports: shop_checkout-0, shop_web-0');
    expect(answers[0]?.sources.map(({ role, kind }) => `${role} ${kind}`)).toContain('user EgressFirewall');
  });

  it('says which rows other controllers make, and which there are not', async () => {
    const { answers } = await explain('quickstart', 'Logical_Switch worker-a');
    expect(answers).toMatchObject([{ isManagedByWeir: false }]);
    const missing = await explain('quickstart', 'default-network-controller:EgressFirewall:port:0');
    expect(missing).toMatchObject({
      answers: [],
      notes: [expect.stringMatching(/^not Weir's: .*owner type EgressFirewall/)],
    });
    const other = await explain('quickstart', 'blue-network-controller:EgressFirewall:port:0');
    expect(other.notes[0]).toContain('Weir compiles only default-network-controller');
  });

  it('is found by its UUID in the dump of a database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'weir-dump-'));
    const uuid = 'f0000000-0000-4000-8000-000000000001';
    const ids = ['map', [['k8s.ovn.org/id', 'default-network-controller:EgressFirewall:shop:0']]];
    const values: Readonly<Record<string, unknown>> = { _uuid: ['uuid', uuid], external_ids: ids };
    const lines = [...schemaAt('7.0.0')].map(([name, { columns }]) => {
      const headings = ['_uuid', ...columns.keys()];
      const data = name === 'ACL' ? [headings.map((column) => values[column] ?? ['set', []])] : [];
      return JSON.stringify({ caption: `${name} table`, headings, data });
    });
    const file = join(folder, 'dump.json');
    writeFileSync(file, lines.join('\n'));
    expect(await findRowByUuid(file, uuid)).toEqual({
      table: 'ACL',
      name: 'default-network-controller:EgressFirewall:shop:0',
    });
    expect(await findRowByUuid(file, 'f0000000-0000-4000-8000-00000000000f')).toMatchObject({ result: 'failed' });
    rmSync(folder, { recursive: true });
  });
});

describe('explain of a line of a host', () => {
  it('names the EgressIP of a rule, and the routes of its table', async () => {
    const { answers } = await explain(SECONDARY, '6000:\tfrom 10.128.22.9 lookup 1005');
    expect(answers).toHaveLength(1);
    expect(answers[0]?.sources).toMatchObject([{ kind: 'EgressIP' }]);
    expect(answers[0]?.effects).toEqual([
      'routes packets from 10.128.22.9 (Pod a/b) by table 1005',
      'table 1005: 0.0.0.0/0 dev ens4 table 1005',
      'table 1005: 172.20.0.0/24 dev ens4 table 1005',
      'table 1005: 10.60.0.0/16 via 172.20.0.1 dev ens4 table 1005',
    ]);
  });

  it('takes a route with and without its table, and an element of several on a line', async () => {
    expect((await explain(SECONDARY, 'default dev ens4 scope link')).answers).toHaveLength(1);
    expect((await explain(SECONDARY, 'default dev ens4 table 1006')).notes).toEqual([
      "not Weir's: the input makes no such route",
    ]);
    const { answers } = await explain(
      SECONDARY,
      'elements = { 10.128.22.9 . "ens4" : 172.20.0.50, 10.1.1.1 . "ens4" : 172.20.0.9 }',
    );
    expect(answers.map(({ effects }) => effects)).toEqual([
      ['translates the source 10.128.22.9 (Pod a/b) to 172.20.0.50'],
    ]);
  });

  it('says of iptables that Weir writes none', async () => {
    expect((await explain(SECONDARY, '-A OVN-KUBE-EGRESS-IP -j SNAT')).notes[0]).toMatch(/^not Weir's/);
  });
});

describe('explain of a number', () => {
  it('finds the rows and lines of a mark, and the rules and routes of a table', async () => {
    const { answers } = await explain('quickstart', '0x3f0');
    expect(answers).toMatchObject([{ title: 'mark 1008 (0x3f0)', isManagedByWeir: true }]);
    expect((await explain(SECONDARY, 'table 1005')).answers.length).toBeGreaterThan(3);
    expect((await explain(SECONDARY, '1005')).notes).toEqual([]);
  });

  it('says of others what OVN-Kubernetes uses them for', async () => {
    const { notes } = await explain('quickstart', '50000');
    expect(notes[0]).toContain('marks packets of the pods of one EgressIP');
    expect(notes).toHaveLength(2);
  });
});
