import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { objectsOf, serviceNode } from '../../kinds/egress-service/objects.js';
import { useLockWorkspace } from './workspace.js';

const service = objectsOf({ number: 1, endpoints: ['10.128.2.5 n2', '10.128.3.5 n3'], nodeLabel: 'edge' });
const { pathOf, write, weir } = useLockWorkspace();

beforeEach(() => {
  write('weir.yaml', 'interconnect: true\nmanifests: [egress.yaml]\ninventory: [nodes.yaml]\n');
  write('nodes.yaml', [serviceNode(2, 'edge'), serviceNode(3, 'edge'), serviceNode(4, 'core')]);
  write('egress.yaml', service);
});

function lockText(): string {
  return readFileSync(pathOf('weir.lock.yaml'), 'utf8');
}

describe('weir compile --locked', () => {
  it('writes nothing when the host of an EgressService would change, and says why', async () => {
    expect(await weir('compile', '--locked')).toEqual({
      code: 2,
      out: 'EgressService shop/s1: host → n2: the host is not locked yet\n',
    });
    expect((await weir('compile')).code).toBe(0);
    expect(lockText()).toContain('egressServices:\n  shop/s1: n2\n');
    expect((await weir('compile', '--locked')).code).toBe(0);
    write('nodes.yaml', [serviceNode(2, 'edge', false), serviceNode(3, 'edge')]);
    expect(await weir('compile', '--locked')).toEqual({
      code: 2,
      out: 'EgressService shop/s1: host n2 → n3: n2 is not ready\n',
    });
    expect(lockText()).toContain('  shop/s1: n2\n');
  });

  it('says when an EgressService or its Service is gone', async () => {
    await weir('compile');
    write(
      'egress.yaml',
      service.filter(({ kind }) => kind !== 'Service'),
    );
    expect((await weir('compile', '--locked', '--allow-empty')).out).toBe(
      'EgressService shop/s1: host n2 → none: no Service with its name exists\n',
    );
  });
});

describe('weir explain egressservice', () => {
  it('names the candidates, why each was refused, and what decided', async () => {
    const { code, out } = await weir('explain', 'egressservice', 'shop/s1');
    expect(code).toBe(0);
    expect(out).toContain('EgressService shop/s1 → n2: fewest services');
    expect(out).toMatch(/n3 +possible +0 services at that time/);
    expect(out).toMatch(/n4 +rejected +does not match the nodeSelector/);
    await weir('compile');
    expect(JSON.parse((await weir('explain', 'egressservice', 'shop/s1', '--format', 'json')).out)).toMatchObject({
      host: 'n2',
      decidedBy: 'lock',
    });
  });

  it('lists the earlier host that is lost, why, and no other', async () => {
    await weir('compile');
    write('nodes.yaml', [serviceNode(2, 'edge', false), serviceNode(3, 'edge')]);
    const { out } = await weir('explain', 'egressservice', 'shop/s1', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      host: 'n3',
      dropped: [{ node: 'n2', source: 'lock', reason: 'is not ready' }],
    });
  });

  it('of an object that is not there fails', async () => {
    expect(await weir('explain', 'egressservice', 'shop/nobody')).toEqual({ code: 1, out: '' });
  });
});

describe('weir whatif', () => {
  const core = objectsOf({ number: 2, endpoints: ['10.128.2.6 n2'], nodeLabel: 'core' });
  const none = objectsOf({ number: 3, endpoints: [], nodeLabel: 'edge' });
  const everywhere = objectsOf({ number: 4, endpoints: ['10.128.2.7 n2'], byNetwork: true });

  it('says which EgressServices get another host, which have none left, and what a lost host means', async () => {
    write('egress.yaml', [...service, ...core, ...none, ...everywhere]);
    await weir('compile');
    const { code, out } = await weir('whatif', '--drain', 'n2', '--format', 'json');
    expect(code).toBe(0);
    const { egressServices } = JSON.parse(out) as { egressServices: unknown };
    expect(egressServices).toEqual({
      moves: [{ egressService: 'shop/s1', from: 'n2', to: 'n3' }],
      stranded: [],
      losses: [
        {
          node: 'n3',
          services: 1,
          stranded: [
            {
              egressService: 'shop/s1',
              from: 'n3',
              reason: 'n2 is not ready, n3 is not ready, n4 does not match the nodeSelector',
            },
          ],
        },
        {
          node: 'n4',
          services: 1,
          stranded: [
            {
              egressService: 'shop/s2',
              from: 'n4',
              reason: 'n2 is not ready, n3 does not match the nodeSelector, n4 is not ready',
            },
          ],
        },
      ],
    });
  });

  it('says the same as text', async () => {
    write('egress.yaml', [...service, ...core]);
    await weir('compile');
    const { out } = await weir('whatif', '--drain', 'n4');
    expect(out).toContain('No EgressService moves.\n\nEgressServices without a host: 1\n  shop/s2  was on n4: ');
    expect(out).toContain('  n2  1 service, all find another host\n');
    write('more.yaml', [serviceNode(5, 'core')]);
    const wider = (await weir('whatif', '--drain', 'n4', '--add-node', 'more.yaml')).out;
    expect(wider).toContain('EgressServices that move: 1\n  shop/s2  n4 → n5\n\nEvery EgressService that needs');
  });

  it('starts from the hosts of the live objects', async () => {
    write('egress.yaml', [...service.slice(0, 2), { ...service[2], status: { host: 'n3' } }]);
    expect((await weir('whatif', '--drain', 'n3')).out).toContain('  shop/s1  n3 → n2\n');
  });

  it('says nothing of EgressServices where the feature is off', async () => {
    write('weir.yaml', 'interconnect: true\nmanifests: [egress.yaml]\ninventory: [nodes.yaml]\nfeatures: [egressIP]\n');
    expect((await weir('whatif', '--drain', 'n2')).out).not.toContain('EgressService');
  });
});
