import type { Intent } from '../model/intent.js';
import type { Manifest } from '../model/manifest.js';

/** Returns the NetworkPolicies among manifests, without those that have no effect. */
export function findNetworkPolicies(manifests: readonly Manifest[], intents: readonly Intent[]): Manifest[] {
  return findCauses(manifests, intents, (intent) => intent.effect === 'policy' && intent.layer === 'namespaced');
}

/** Returns the EgressFirewalls among manifests, without those that have no effect. */
export function findFirewalls(manifests: readonly Manifest[], intents: readonly Intent[]): Manifest[] {
  return findCauses(manifests, intents, (intent) => intent.effect === 'filter');
}

function findCauses(
  manifests: readonly Manifest[],
  intents: readonly Intent[],
  isMeant: (intent: Intent) => boolean,
): Manifest[] {
  const origins = new Set(intents.filter(isMeant).map(({ cause }) => cause.origin));
  return manifests.filter(({ origin }) => origins.has(origin));
}
