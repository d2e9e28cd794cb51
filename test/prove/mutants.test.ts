import { expect, it } from 'vitest';
import type { ExpectationContext } from '../../src/expectations/world.js';
import type { ProofDifference } from '../../src/prove/proof.js';
import { proveState } from '../../src/prove/prove.js';
import { renderProofText } from '../../src/prove/render-text.js';
import { type TracedNetwork, createNetwork } from '../../src/trace/network.js';
import { type Random, createRandom, firstSeed } from '../rig/random.js';
import { OUTSIDE, PORTS, pick, randomCluster } from '../trace/random-cluster.js';
import { readWorld } from '../trace/read-world.js';
import { FILTER_SORTS, applyMutant, randomMutant } from './mutants.js';
import { type StagePacket, decideAtPort, markAtPort } from './stages.js';

/** WEIR_PROVE_MUTANTS asks for more mutants. */
const MUTANTS = Number(process.env.WEIR_PROVE_MUTANTS ?? 20);
const PER_CLUSTER = 8;
const PACKETS = 300;
const SCHEMA_VERSION = '7.11.0';

function randomPacket(random: Random, { model, configuration }: ExpectationContext): StagePacket {
  const pods = [...model.classOf.keys()];
  const family = pick(random, configuration.ipFamilies);
  const peer = pick(random, pods).addresses.find((one) => one.family === family)?.text;
  return {
    pod: pick(random, pods),
    direction: pick(random, ['to', 'from'] as const),
    address: random(2) === 0 && peer !== undefined ? peer : pick(random, OUTSIDE[family]),
    protocol: pick(random, ['TCP', 'UDP', 'SCTP', 'ICMP'] as const),
    port: pick(random, [...PORTS, 81, 444]),
  };
}

/**
 * Whether the rows that `weir trace` reads treat the packet of a difference as it says, and otherwise than before the
 * change. If a DNS name has lost its answers, they may be any.
 */
function isShown({ packet, rows }: ProofDifference, before: TracedNetwork, after: TracedNetwork): boolean {
  if (packet.direction === 'outside' || packet.protocol === 'other' || packet.name !== undefined) return true;
  // Replies to packets that are not tracked are not compared here.
  if (rows.text.endsWith('tracked')) return true;
  const one = { ...packet, protocol: packet.protocol };
  if (/DSCP|unmarked/.test(rows.text)) {
    const [old, now] = [markAtPort(before, one), markAtPort(after, one)];
    return old !== now && rows.text === (now === 0 ? 'unmarked' : `DSCP ${now}`);
  }
  const verdicts = decideAtPort(after, one).split(' or ');
  return (
    rows.text.split(' or ').every((verdict) => verdicts.includes(verdict)) && decideAtPort(before, one) !== rows.text
  );
}

it('a changed row is found with a packet that the rows treat otherwise, if any packet shows the change', () => {
  const [missed, wrong, found] = [[] as unknown[], [] as unknown[], new Map<string, number>()];
  let equivalent = 0;
  let count = 0;
  for (let cluster = 0; count < MUTANTS; cluster++) {
    const seed = firstSeed + cluster;
    const random = createRandom(seed);
    const world = readWorld(randomCluster(random, SCHEMA_VERSION), SCHEMA_VERSION);
    const { zones, hosts = [] } = world.tracedState();
    const before = createNetwork(zones);
    const proof = proveState(world);
    expect(proof.differences.length, renderProofText(proof, () => undefined).join('\n')).toBe(0);
    for (let tries = 0; tries < PER_CLUSTER && count < MUTANTS; tries++) {
      const mutant = randomMutant(
        FILTER_SORTS[(cluster * PER_CLUSTER + tries) % FILTER_SORTS.length] ?? '',
        zones,
        random,
      );
      if (!mutant) continue;
      const changed = applyMutant(zones, mutant);
      const after = createNetwork(changed);
      const { differences } = proveState({ ...world, tracedState: () => ({ zones: changed, hosts }) });
      const packets = Array.from({ length: PACKETS }, () => randomPacket(random, world));
      const witness = packets.find(
        (packet) =>
          decideAtPort(before, packet) !== decideAtPort(after, packet) ||
          (packet.direction === 'to' && markAtPort(before, packet) !== markAtPort(after, packet)),
      );
      if (differences.length === 0) {
        if (witness) missed.push({ seed, mutant, witness: { ...witness, pod: witness.pod.name } });
        else equivalent++;
        continue;
      }
      count++;
      found.set(mutant.what, (found.get(mutant.what) ?? 0) + 1);
      const bad = differences.find((one) => !isShown(one, before, after));
      if (bad) wrong.push({ seed, mutant, text: renderProofText({ ...proof, differences: [bad] }, () => undefined) });
    }
  }
  const counts = JSON.stringify({ found: [...found], equivalent });
  expect([missed.slice(0, 3), missed.length], counts).toEqual([[], 0]);
  expect([wrong.slice(0, 3), wrong.length], counts).toEqual([[], 0]);
}, 600_000);
