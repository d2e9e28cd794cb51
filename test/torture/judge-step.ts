import type { JsonObject } from '../../src/std/json.js';
import type { Commit } from './commits.js';
import { rowsOfWorld } from './expected.js';
import { type Outlook, type Probe, findOpened, findWrongWays, isToOutside, probe, withoutFilters } from './probes.js';
import { EGRESS_ADDRESSES } from './resources.js';
import { type Event, OUTSIDE, type World, follow, losing, podsOf } from './world.js';
import { zoneRowsOf } from './zone-rows.js';

/** What has happened in a step, and what was written. */
export interface Step {
  readonly before: World;
  readonly events: readonly Event[];
  /** The node that was lost, if one was. */
  readonly lost: string | undefined;
  /** Resources of the cluster before the events. */
  readonly resources: readonly JsonObject[];
  /** The same after them. */
  readonly later: readonly JsonObject[];
  readonly commits: readonly Commit[];
  /** UUIDs of foreign rows. */
  readonly foreign: ReadonlySet<string>;
}

/** Compares each commit of a step with what the events may lead to, in any order. Returns what is wrong. */
export function judgeStep({ before, events, lost, resources, later, commits, foreign }: Step): string[] {
  const violations = commits.flatMap(({ changed }) =>
    changed.filter(({ uuid }) => foreign.has(uuid)).map(({ table }) => `a foreign ${table} is touched`),
  );
  const reached = subsetsOf(events).map((some) => follow(before, some));
  const worlds = [
    ...reached,
    ...(lost === undefined ? [] : reached.map((world) => follow(world, [losing(world, lost)]))),
  ];
  const probes = listProbes(worlds);
  const states = worlds.flatMap((world) => [
    rowsOfWorld(world, resources, 'status-only'),
    rowsOfWorld(world, later, 'lock-first'),
  ]);
  const allowed = {
    outlooks: states.map((rows) => probe(rows, probes)),
    ways: states.map((rows) => probe(withoutFilters(rows), probes.filter(isToOutside))),
    egressAddresses: new Set(EGRESS_ADDRESSES),
  };
  let last: Outlook | undefined;
  for (const [index, { state }] of commits.entries()) {
    const rows = [zoneRowsOf(state, before.zone)];
    last = probe(rows, probes);
    const ways = probe(withoutFilters(rows), probes.filter(isToOutside));
    for (const text of [...findOpened(last, allowed), ...findWrongWays(ways, allowed)])
      violations.push(`commit ${index} of ${commits.length}: ${text}`);
  }
  if (!last) return violations;
  // The two models agree on the end, else the judgement means little.
  const end = probe(rowsOfWorld(follow(before, events), later, 'lock-first'), probes);
  for (const [name, outcomes] of end)
    if ([...outcomes].sort().join() !== [...(last.get(name) ?? [])].sort().join())
      violations.push(`${name} ends as ${[...(last.get(name) ?? [])].join()}, not ${[...outcomes].join()}`);
  return violations;
}

function subsetsOf(events: readonly Event[]): Event[][] {
  return Array.from({ length: 2 ** events.length }, (_, bits) =>
    events.filter((_event, index) => (bits >> index) % 2 === 1),
  );
}

function listProbes(worlds: readonly World[]): Probe[] {
  const pods = new Map(worlds.flatMap(podsOf).map((pod) => [`${pod.pod} ${pod.address}`, pod]));
  const senders = new Map([...pods.values()].map(({ namespace, pod }) => [pod, { namespace, pod }]));
  const destinations = [
    ...OUTSIDE.map((destination) => ({ destination, port: 443 })),
    { destination: OUTSIDE[0] ?? '', port: 80 },
    ...[...pods.values()].map(({ address: destination }) => ({ destination, port: 443 })),
    { destination: '10.96.0.10', port: 80 },
  ];
  return [...senders.values()].flatMap((sender) => destinations.map((one) => ({ ...sender, ...one })));
}
