import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const FIREWALL = `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec:
  egress:
    - type: Deny
      to: {cidrSelector: 203.0.113.0/24}
`;
const POD = `apiVersion: v1
kind: Pod
metadata: {name: till, namespace: shop}
spec: {nodeName: heron}
status: {phase: Running, podIPs: [{ip: 10.128.0.5}]}
`;

const repository = () =>
  scratch({
    'weir.yaml': 'interconnect: true\nmanifests: [egress/*.yaml]\n',
    'egress/firewall.yaml': FIREWALL,
    'egress/pod.yaml': POD,
  });
const check = ['compile', '--policy', '--check'];

describe('weir compile --policy', () => {
  it('writes what is asked for whatever pods and nodes there are', async () => {
    const folder = repository();
    const { code, out, err } = await weir(folder, ['compile', '--policy']);
    expect(code).toBe(0);
    const policy = readFileSync(join(folder, 'weir.policy.json'), 'utf8');
    const { sha256, objects, configuration } = JSON.parse(policy) as {
      sha256: string;
      objects: { kind: string }[];
      configuration: object;
    };
    expect(out).toBe(`weir.policy.json: policy ${sha256} of 1 resource\n`);
    expect(objects.map(({ kind }) => kind)).toEqual(['EgressFirewall']);
    expect(configuration).toEqual({ interconnect: true });
    expect(err).toBe('');
    writeFileSync(join(folder, 'weir.yaml'), 'interconnect: false\nmanifests: [egress/*.yaml]\n');
    expect(await weir(folder, ['compile', '--policy', '--strict', '--out', 'central.json'])).toMatchObject({
      code: 0,
      err: '',
    });
    writeFileSync(join(folder, 'weir.yaml'), 'interconnect: true\nmanifests: [egress/*.yaml]\n');
    expect(await weir(folder, ['compile', '--policy', '--out', 'other.json'])).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'other.json'), 'utf8')).toBe(policy);
  });

  it('with --check takes neither pods nor comments for a change, but every resource', async () => {
    const folder = repository();
    expect(await weir(folder, check)).toMatchObject({ code: 2, out: 'missing weir.policy.json\n' });
    await weir(folder, ['compile', '--policy']);
    expect(await weir(folder, check)).toMatchObject({ code: 0, out: '' });
    writeFileSync(join(folder, 'egress/pod.yaml'), POD.replace('10.128.0.5', '10.128.0.9'));
    writeFileSync(join(folder, 'egress/firewall.yaml'), `# of the shop\n${FIREWALL}`);
    expect(await weir(folder, check)).toMatchObject({ code: 0, out: '' });
    appendFileSync(join(folder, 'egress/firewall.yaml'), '    - {type: Allow, to: {cidrSelector: 0.0.0.0/0}}\n');
    const changed = await weir(folder, check);
    expect(changed).toMatchObject({ code: 2, out: 'changed weir.policy.json\n' });
    expect(changed.err).toContain('`weir compile --policy` updates it');
  });

  it('writes nothing where a resource has an error, or only some files are named', async () => {
    const folder = repository();
    expect(await weir(folder, ['compile', '--policy', 'egress/firewall.yaml'])).toMatchObject({ code: 1, out: '' });
    writeFileSync(join(folder, 'egress/firewall.yaml'), FIREWALL.replace('Deny', 'Forbid'));
    expect(await weir(folder, ['compile', '--policy'])).toMatchObject({ code: 1, out: '' });
    expect(await weir(folder, check)).toMatchObject({ code: 1, out: '' });
  });
});
