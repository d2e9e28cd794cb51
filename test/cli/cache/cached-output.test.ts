import { readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PADDING, repositoryOf } from './repository.js';

const COUNT = 250;
const NODE = 'apiVersion: v1\nkind: Node\nmetadata: { name: ferry }\n';
const SETTINGS = 'features: [egressFirewall]\nmanifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n';
const PART = 'rendered/northbound/shared/namespace-team-7.json';
const firewall = (team: number, cidr = '203.0.113.0/24'): string => `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: { name: default, namespace: team-${team} }
spec: { egress: [{ type: Deny, to: { cidrSelector: ${cidr} } }] }
`;

const repository = () =>
  repositoryOf({
    ...Object.fromEntries(Array.from({ length: COUNT }, (_, team) => [`egress/team-${team}.yaml`, firewall(team)])),
    'weir.yaml': SETTINGS,
    'egress/padding.yaml': `${PADDING}${firewall(COUNT)}`,
    'inventory/nodes.yaml': NODE,
  });

test('an output that was edited after it was seen to be right is fixed, whatever its size and time, by any run', async () => {
  const { folder, entries, run } = repository();
  const part = join(folder, PART);
  const first = await run('compile');
  const text = readFileSync(part, 'utf8');
  const tamper = (): void => {
    const { atime, mtime } = statSync(part);
    writeFileSync(part, text.replace('drop', 'pass'));
    utimesSync(part, atime, mtime);
  };
  // What has just been written may be written again under the same time.
  await sleep(200);
  const before = entries().length;
  expect(await run('compile')).toEqual(first);
  expect(entries()).toHaveLength(before + 1);
  tamper();
  expect(await run('compile')).toEqual(first);
  expect(readFileSync(part, 'utf8')).toBe(text);
  await sleep(200);
  expect(await run('compile')).toEqual(first);
  tamper();
  // Another object changes: the part would be left as it is if it counted as seen.
  writeFileSync(join(folder, 'egress/team-9.yaml'), firewall(9, '198.51.100.0/24'));
  expect((await run('compile')).code).toBe(0);
  expect(readFileSync(part, 'utf8')).toBe(text);
}, 60_000);

test('after a series of changes with such a cache, the output is that of a run without one', async () => {
  const { folder, run } = repository();
  const read = (): Record<string, string> => {
    const paths = readdirSync(join(folder, 'rendered'), { recursive: true, encoding: 'utf8' }).sort();
    const files = paths.filter((path) => path.endsWith('.json'));
    return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, 'rendered', path), 'utf8')]));
  };
  await run('compile');
  await sleep(200);
  await run('compile');
  for (const team of [3, 3, 70, 200]) {
    writeFileSync(join(folder, `egress/team-${team}.yaml`), firewall(team, `198.51.${team}.0/24`));
    expect((await run('compile')).code).toBe(0);
  }
  const amended = read();
  expect((await run('compile', '--no-cache', '--check')).code).toBe(0);
  expect(read()).toEqual(amended);
}, 60_000);
