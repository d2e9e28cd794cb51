import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { egressIP, egressNode, shop, statusOf } from '../../kinds/egress-ip/objects.js';
import { useLockWorkspace } from './workspace.js';

const nodes = [egressNode('n2', 12), egressNode('n3', 13)];
const { pathOf, write, weir } = useLockWorkspace();

beforeEach(() => {
  write('weir.yaml', 'interconnect: true\nmanifests: [egress.yaml]\ninventory: [inventory.yaml]\n');
  write('inventory.yaml', [...nodes, shop]);
  write('egress.yaml', [egressIP('ferry', ['192.168.10.100'])]);
});

function lockText(): string | undefined {
  const path = pathOf('weir.lock.yaml');
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

describe('weir compile', () => {
  it('writes the lock, and then both are up to date', async () => {
    expect((await weir('compile')).code).toBe(0);
    expect(lockText()).toContain('  ferry:\n    mark: 50000\n    addresses:\n      192.168.10.100: n2\n');
    expect(await weir('compile', '--check')).toEqual({ code: 0, out: '' });
    expect((await weir('compile', '--locked')).code).toBe(0);
  });

  it('--locked writes nothing when an assignment would change, and says which and why', async () => {
    const fresh = await weir('compile', '--locked');
    expect(fresh.code).toBe(2);
    expect(fresh.out).toContain('EgressIP ferry: 192.168.10.100 → n2: the address is not locked yet\n');
    expect([lockText(), existsSync(pathOf('rendered'))]).toEqual([undefined, false]);
    expect(readdirSync(pathOf('.')).filter((name) => name.includes('rendered'))).toEqual([]);
    await weir('compile');
    const before = lockText();
    write('inventory.yaml', [egressNode('n2', 12, { ready: false }), egressNode('n3', 13), shop]);
    expect(await weir('compile', '--locked')).toEqual({
      code: 2,
      out: 'EgressIP ferry: 192.168.10.100 n2 → n3: the node is not ready\n',
    });
    expect(lockText()).toBe(before);
  });

  it('--check finds a lock that is not up to date, and writes nothing', async () => {
    const { code, out } = await weir('compile', '--check');
    expect([code, out.includes('missing weir.lock.yaml')]).toEqual([2, true]);
    expect(lockText()).toBeUndefined();
  });

  it('follows the status that the inventory holds', async () => {
    const live = egressIP('ferry', ['192.168.10.100'], { status: statusOf('192.168.10.100 n3') });
    write('inventory.yaml', [...nodes, shop, live]);
    expect((await weir('compile')).code).toBe(0);
    expect(lockText()).toContain('192.168.10.100: n3');
  });

  it('of a single file does not forget what the others have', async () => {
    write('egress.yaml', [egressIP('ferry', ['192.168.10.100']), egressIP('quay', ['192.168.10.101'])]);
    await weir('compile');
    const before = lockText();
    write('one.yaml', [egressIP('ferry', ['192.168.10.100'])]);
    expect((await weir('compile', 'one.yaml')).code).toBe(0);
    expect(lockText()).toBe(before);
  });

  it('with a broken lock is an error at its place, and leaves it alone', async () => {
    write('weir.lock.yaml', 'egressIPs:\n  ferry:\n    addresses: {oops: n2}\n');
    const { code, out } = await weir('check', '--format', 'json');
    expect(code).toBe(1);
    expect(out).toContain('lock/bad-address');
    expect((await weir('compile')).code).toBe(1);
    expect(lockText()).toContain('oops');
  });
});

describe('weir explain egressip', () => {
  it('names the candidates, why each was refused, and what decided', async () => {
    write('inventory.yaml', [...nodes, egressNode('n1', 11, { labelled: false }), shop]);
    const { code, out } = await weir('explain', 'egressip', 'ferry');
    expect(code).toBe(0);
    expect(out).toContain('192.168.10.100 → n2: fewest addresses');
    expect(out).toMatch(/n1 +rejected +the node does not have the label/);
    expect(out).toMatch(/n3 +possible +primary network 192.168.10.0\/24, 0 addresses/);
    await weir('compile');
    const json = JSON.parse((await weir('explain', 'egressip', 'ferry', '--format', 'json')).out) as {
      addresses: { decidedBy: string }[];
    };
    expect(json.addresses.map(({ decidedBy }) => decidedBy)).toEqual(['lock']);
  });

  it('also speaks of addresses that are not placed because of what they are, or of who has them', async () => {
    write('egress.yaml', [
      egressIP('ferry', ['127.0.0.1', '192.168.10.100']),
      egressIP('quay', ['192.168.10.101', '192.168.10.100']),
    ]);
    const { out } = await weir('explain', 'egressip', 'ferry');
    expect(out).toContain('127.0.0.1 → no node: hosts cannot have such an address\n\n192.168.10.100 → n2');
    expect((await weir('explain', 'egressip', 'quay')).out).toContain(
      '192.168.10.100 → no node: another object owns the address (see `weir check`)\n',
    );
  });

  it('of an object that is not there fails', async () => {
    expect(await weir('explain', 'egressip', 'nobody')).toEqual({ code: 1, out: '' });
  });
});

describe('weir compile', () => {
  it('says that the lock is another, and only then', async () => {
    write('egress.yaml', [egressIP('ferry', ['192.168.10.100'])]);
    expect((await weir('compile')).out).toContain('lock      2 assignments new: commit weir.lock.yaml\n');
    expect((await weir('compile')).out).not.toContain('lock ');
    write('egress.yaml', [egressIP('ferry', ['192.168.10.101'])]);
    expect((await weir('compile')).out).toContain('lock      1 assignment new, 1 gone: commit weir.lock.yaml\n');
  });
});

describe('weir whatif', () => {
  it('says which addresses move, which have nowhere to go, and what a lost node means', async () => {
    write('egress.yaml', [
      egressIP('ferry', ['192.168.10.100']),
      egressIP('quay', ['192.168.10.101', '192.168.10.102']),
    ]);
    await weir('compile');
    const { code, out } = await weir('whatif', '--drain', 'n3', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      moves: [],
      stranded: [{ egressIP: 'quay', from: 'n3' }],
      losses: [{ node: 'n2', addresses: 2, stranded: [{ egressIP: 'ferry' }, { egressIP: 'quay' }] }],
    });
    write('more.yaml', [egressNode('n4', 14)]);
    const wider = JSON.parse(
      (await weir('whatif', '--drain', 'n3', '--add-node', 'more.yaml', '--format', 'json')).out,
    ) as unknown;
    expect(wider).toMatchObject({ moves: [{ egressIP: 'quay', from: 'n3', to: 'n4' }], stranded: [] });
    expect((await weir('whatif', '--drain', 'n9')).code).toBe(1);
  });

  it('foresees what a compilation does with the status of the live cluster', async () => {
    const live = egressIP('ferry', ['192.168.10.100'], { status: statusOf('192.168.10.100 n4') });
    write('weir.lock.yaml', 'egressIPs:\n  ferry:\n    mark: 50000\n    addresses: {192.168.10.100: n2}\n');
    write('inventory.yaml', [...nodes, egressNode('n4', 14), shop, live]);
    expect((await weir('whatif', '--drain', 'n2')).out).toContain('ferry  192.168.10.100  n2 → n4\n');
    write('inventory.yaml', [
      egressNode('n2', 12, { ready: false }),
      egressNode('n3', 13),
      egressNode('n4', 14),
      shop,
      live,
    ]);
    await weir('compile');
    expect(lockText()).toContain('192.168.10.100: n4');
  });
});
