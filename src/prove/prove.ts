import { type CompiledState, createWorld } from '../expectations/world.js';
import { once } from '../std/memoize.js';
import { createNetwork } from '../trace/network.js';
import { createCollector } from './collector.js';
import { createRouteTracer, proveEgress } from './egress.js';
import { proveGateways } from './gateways.js';
import { proveMarks } from './marks.js';
import { createProofContext } from './places.js';
import type { Proof } from './proof.js';
import { listServicePlaces } from './service-meaning.js';
import { proveServices } from './services.js';
import { proveVerdicts } from './verdicts.js';

/** What a proof covers, as text. */
export const COVERED = [
  'verdicts of NetworkPolicies, AdminNetworkPolicies and EgressFirewalls',
  'connection tracking of allowed packets',
  'DSCP values of EgressQoS',
  'source addresses, nodes and next hops of packets that leave the cluster',
  'arrival of packets for pods and nodes',
  'return of replies from and to the outside',
  'backends of Services for pods and for clients outside',
] as const;

/**
 * Compares the meaning of the resources with that of the rows, which are parsed back from their text, for every packet
 * of every pod. Policies that are only in the inventory have no rows of Weir, so they are ignored.
 */
export function proveState(state: Omit<CompiledState, 'failovers'>): Proof {
  const traced = state.tracedState({ isComplete: true });
  const { intents: all, cluster } = traced.completed ?? state;
  const intents = all.filter((intent) => intent.effect !== 'policy' || intent.isCompiled);
  const world = createWorld({ ...state, cluster, intents, failovers: () => [] });
  const context = createProofContext(world, createNetwork(traced.zones, traced.places));
  const collector = createCollector();
  proveVerdicts(context, collector);
  proveMarks(context, collector);
  const tracer = once(() => createRouteTracer(traced));
  proveEgress(context, tracer, collector);
  const places = listServicePlaces(cluster, state.configuration);
  proveServices(places, context, collector);
  proveGateways(places, context, tracer, collector);
  return collector.finish();
}
