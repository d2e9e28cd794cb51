import { type CompiledState, createWorld } from '../expectations/world.js';
import { createNetwork } from '../trace/network.js';
import type { Proof } from './proof.js';
import { proveVerdicts } from './verdicts.js';

/** What a proof covers, as text. */
export const COVERED = ['verdicts of NetworkPolicies, AdminNetworkPolicies and EgressFirewalls'] as const;

/**
 * Compares the meaning of the resources with that of the rows, which are parsed back from their text, for every packet
 * of every pod. Policies that are only in the inventory have no rows of Weir, so they are ignored.
 */
export function proveState(state: Omit<CompiledState, 'failovers'>): Proof {
  const intents = state.intents.filter((intent) => intent.effect !== 'policy' || intent.isCompiled);
  const world = createWorld({ ...state, intents, failovers: () => [] });
  return proveVerdicts(world, createNetwork(state.tracedState(true).zones));
}
