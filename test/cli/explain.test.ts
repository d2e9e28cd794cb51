import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { weir } from '../rig/weir.js';

const FOLDER = join(fileURLToPath(new URL('../../fixtures/', import.meta.url)), 'expectation/what-holds');

describe('weir explain CODE', () => {
  it('says what a finding means, why it matters, how to fix it, and shows the example of the tests', async () => {
    const { code, out } = await weir(FOLDER, ['explain', 'egress-firewall/bad-cidr']);
    expect(code).toBe(0);
    expect(out).toMatch(/^egress-firewall\/bad-cidr \(rejected\)\n\n.+\n.+\n\nFix: .+\.\n\nFor example:\n\nrejected\[/);
  });

  it('says it as JSON for programs', async () => {
    const { out } = await weir(FOLDER, ['explain', 'expectation/selects-nothing', '--format', 'json']);
    expect(JSON.parse(out)).toMatchObject({ code: 'expectation/selects-nothing', severities: ['warning'] });
    expect((JSON.parse(out) as { example: string }).example).toContain('warning[expectation/selects-nothing]: ');
  });

  it('names the code that a misspelt one most likely means', async () => {
    const { code, out, err } = await weir(FOLDER, ['explain', 'expectation/selects-nothng']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain("did you mean 'expectation/selects-nothing'?");
  });
});

describe('weir explain PEER', () => {
  it('says how the pods of a namespace leave, whom they may connect to, and from where they may be reached', async () => {
    const { code, out } = await weir(FOLDER, ['explain', 'payments']);
    expect(code).toBe(0);
    expect(out).toMatch(/^payments: \d pods \(payments\/.*\)\n\nleaves the cluster\n {2}db-0: from /);
    expect(out).toMatch(/\nmay connect to\n {2}payments\//);
    expect(out).toMatch(/\nmay be reached from\n/);
    expect((await weir(FOLDER, ['explain', 'payments/app=gateway'])).out).toContain('payments/app=gateway: 1 pod');
  });

  it('gives the same as JSON, and refuses what selects no pods', async () => {
    const { out } = await weir(FOLDER, ['explain', 'payments', '--format', 'json']);
    expect(JSON.parse(out)).toMatchObject({
      peer: 'payments',
      egress: [{ namespace: 'payments' }, {}],
      sends: { flows: expect.any(Array) as unknown },
    });
    expect((await weir(FOLDER, ['explain', 'nobody'])).err).toContain(
      "no finding, workload, pod or namespace is called 'nobody'",
    );
    expect((await weir(FOLDER, ['explain', 'outside'])).err).toContain('outside selects no pods');
  });

  it('takes an address for that address', async () => {
    const [short, long] = [
      ['explain', '192.0.2.2'],
      ['explain', 'address', '192.0.2.2'],
    ];
    expect(await weir(FOLDER, short)).toEqual(await weir(FOLDER, long));
  });
});

describe('weir explain address', () => {
  it('names who has the address with its line, what is free beside it, and what refuses it', async () => {
    const { code, out } = await weir(FOLDER, ['explain', 'address', '192.0.2.2']);
    expect(code).toBe(0);
    expect(out).toContain('Node worker-a: it is an address of node worker-a (inventory.yaml:9)');
    expect(out).toContain('192.0.2.0/24, a network of worker-a, worker-b\n  250 free addresses, the lowest 192.0.2.4,');
    expect(out).toContain(
      'rejected[claims/address-of-node]: an EgressIP: address 192.0.2.2 is an address of node worker-a',
    );
  });

  it('says which nodes could host a free address', async () => {
    const { out } = await weir(FOLDER, ['explain', 'address', '192.0.2.77']);
    expect(out).toContain('unclaimed');
    expect(out).toMatch(/192\.0\.2\.77 → worker-a: /);
    expect(out).toMatch(/worker-b +rejected +/);
    expect(out).not.toContain('rejected[');
  });

  it('names the EgressIP that asks for an address, and the pod that has one', async () => {
    expect((await weir(FOLDER, ['explain', 'address', '192.0.2.10'])).out).toContain(
      'EgressIP bank: it is requested by',
    );
    const { out } = await weir(FOLDER, ['explain', 'address', '10.128.2.5']);
    expect(out).toContain('payments/gateway-0');
    expect(out).toContain('10.128.2.0/23, a network of worker-b');
  });

  it('takes no text that is no address', async () => {
    expect(await weir(FOLDER, ['explain', 'address', '192.0.2.300'])).toMatchObject({ code: 1, out: '' });
  });
});

describe('weir explain of what a cluster shows', () => {
  const QUICKSTART = join(FOLDER, '../../quickstart');
  const ID = 'default-network-controller:EgressFirewall:shop:0';

  it('names the object and the line of a row, by its id and by its table and key', async () => {
    const { code, out } = await weir(QUICKSTART, ['explain', ID]);
    expect(code).toBe(0);
    expect(out).toContain(
      `ACL ${ID}\n  in all zones\n  from EgressFirewall shop/default (egress/shop.yaml:8)\n  allows`,
    );
    expect((await weir(QUICKSTART, ['explain', 'acl', ID])).out).toBe(out);
  });

  it('gives the same as JSON', async () => {
    const { out } = await weir(QUICKSTART, ['explain', ID, '--format', 'json']);
    const source = {
      kind: 'EgressFirewall',
      namespace: 'shop',
      name: 'default',
      role: 'cause',
      at: 'egress/shop.yaml:8',
    };
    expect(JSON.parse(out)).toMatchObject({
      subject: ID,
      answers: [{ title: `ACL ${ID}`, sources: [source] }],
      notes: [],
    });
  });

  it('names the pods of a logged packet', async () => {
    const line =
      '|acl_log(ovn_pinctrl0)|INFO|name="EF:shop:1", verdict=allow, severity=info, direction=to-lport: tcp,nw_src=10.128.0.5,nw_dst=203.0.113.7,tp_src=34512,tp_dst=443';
    const { out } = await weir(QUICKSTART, ['explain', line]);
    expect(out).toMatch(
      /^packet: tcp from 10\.128\.0\.5 port 34512 \(Pod shop\/checkout-0\) to 203\.0\.113\.7 port 443\n/,
    );
  });

  it('says what a resource without placements makes, and of which object it knows nothing', async () => {
    expect((await weir(QUICKSTART, ['explain', 'egressfirewall', 'shop/default'])).out).toContain('makes 3 ACL rows');
    const { code, err } = await weir(QUICKSTART, ['explain', 'networkpolicy', 'shop/none']);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining("not Weir's") as string });
  });

  it('needs the database of a UUID', async () => {
    const { code, err } = await weir(QUICKSTART, ['explain', 'f0000000-0000-4000-8000-000000000001']);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('add --northbound FILE') as string });
  });
});
