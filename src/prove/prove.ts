import { type CompiledState, createWorld } from '../expectations/world.js';
import { createNetwork } from '../trace/network.js';
import { createCollector } from './collector.js';
import { proveMarks } from './marks.js';
import { createProofContext } from './places.js';
import type { Proof } from './proof.js';
import { proveVerdicts } from './verdicts.js';

/** What a proof covers, as text. */
export const COVERED = [
  'verdicts of NetworkPolicies, AdminNetworkPolicies and EgressFirewalls',
  'DSCP values of EgressQoS',
] as const;

/**
 * Compares the meaning of the resources with that of the rows, which are parsed back from their text, for every packet
 * of every pod. Policies that are only in the inventory have no rows of Weir, so they are ignored.
 */
export function proveState(state: Omit<CompiledState, 'failovers'>): Proof {
  const intents = state.intents.filter((intent) => intent.effect !== 'policy' || intent.isCompiled);
  const world = createWorld({ ...state, intents, failovers: () => [] });
  const context = createProofContext(world, createNetwork(state.tracedState({ isForFilters: true }).zones));
  const collector = createCollector();
  proveVerdicts(context, collector);
  proveMarks(context, collector);
  return collector.finish();
}
