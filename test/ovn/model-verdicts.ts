import { readAddress } from '../../src/net/address.js';
import { transportPointOf } from '../../src/traffic/filters/transport-range.js';
import { pointsOf } from '../../src/traffic/policies/boundaries.js';
import { type ConnectionEnd, connectClasses } from '../../src/traffic/policies/connections.js';
import { buildPolicyModel } from '../../src/traffic/policies/model.js';
import { createVocabulary } from '../../src/traffic/policies/vocabulary.js';
import { configurationOf } from '../compile/3-index/inventory.js';
import type { TestPacket } from '../traffic/policies/brute-force.js';
import { compileWorld } from '../traffic/policies/compile-world.js';
import type { TestPod, TestWorld } from '../traffic/policies/objects.js';

/** What our model says of each packet: whether it passes. */
export function askModel(world: TestWorld, packets: readonly TestPacket[]): boolean[] {
  const vocabulary = createVocabulary();
  const model = buildPolicyModel(compileWorld(world, configurationOf('statelessNetworkPolicy: true')), vocabulary);
  const classes = new Map([...model.classOf].map(([pod, podClass]) => [idOf(pod), podClass]));
  const endOf = (end: TestPod | string): ConnectionEnd => {
    if (typeof end === 'string')
      return { point: pointsOf([readAddress(end)].filter((one) => one !== undefined)).IPv4 ?? 0 };
    const pod = classes.get(idOf(end));
    if (!pod) throw new Error(`no class of ${idOf(end)}`);
    return { pod };
  };
  return packets.map(({ from, to, protocol, port }) => {
    const place = transportPointOf(protocol, port);
    const set = connectClasses(endOf(from), endOf(to), 'IPv4', vocabulary);
    return set.some(({ first, end }) => first <= place && place < end);
  });
}

/** Names a pod among all, as its logical port is called. */
export function idOf({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}_${name}`;
}
