import type { Refusal, Source } from './placement.js';

/** Completes "<node> …": why it cannot be the host. */
export const REFUSAL_TEXTS: Readonly<Record<Refusal, string>> = {
  gone: 'is not in the inventory',
  'not-ready': 'is not ready',
  'not-selected': 'does not match the nodeSelector',
  'without-endpoint': 'has no endpoint, which externalTrafficPolicy Local needs',
};

/** Why a node is the host. */
export const SOURCE_TEXTS: Readonly<Record<Source, string>> = {
  lock: 'weir.lock.yaml has it there, and it still can be',
  status: 'the status of the live object has it there, and it still can be',
  fresh: 'fewest services of the possible nodes; of equals the first by name',
};
