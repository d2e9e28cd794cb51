import type { Query } from '../../engine/query.js';
import type { Intent } from '../../model/intent.js';
import type { PolicyIntent } from '../../model/intent/policy.js';
import type { ResolvedAdminPolicy } from './resolve.js';
import { causeOf } from '../shared/cause.js';
import type { ResolveContext } from '../contract/kind-context.js';
import { contextOf } from '../contract/recorded-context.js';
import { isLive } from '../../model/live.js';

const APPLIED = 'Setting up OVN DB plumbing was successful';

/** Returns the decisions of each policy, and the status of every policy that is compiled. */
export function lowerAdminPolicies(
  policies: readonly ResolvedAdminPolicy[],
  layer: 'admin' | 'baseline',
  { db }: ResolveContext,
): Intent[] {
  return policies.flatMap((policy) => [...db.get(DECISIONS[layer], policy), ...db.get(statusOfPolicy, policy)]);
}

const DECISIONS = { admin: createDecisionQuery('admin'), baseline: createDecisionQuery('baseline') } as const;

function createDecisionQuery(layer: PolicyIntent['layer']): Query<ResolvedAdminPolicy, readonly PolicyIntent[]> {
  return {
    name: 'decision of a cluster-wide policy',
    hasOneReader: true,
    run: (_, policy) => decisionOf(policy, layer),
  };
}

const statusOfPolicy: Query<ResolvedAdminPolicy, readonly Intent[]> = {
  name: 'status of a cluster-wide policy',
  hasOneReader: true,
  run: (db, policy) => statusOf(policy, [...contextOf(db).cluster.zones.keys()]),
};

function decisionOf({ manifest, spec, result }: ResolvedAdminPolicy, layer: PolicyIntent['layer']): PolicyIntent[] {
  if ('error' in result) return [];
  return [
    {
      effect: 'policy',
      layer,
      priority: spec.priority,
      subject: result.subject,
      isolates: [],
      rules: result.rules,
      stateless: false,
      log: result.log,
      isCompiled: !isLive(manifest),
      cause: causeOf(manifest, ''),
    },
  ];
}

/** Returns the status with one condition per zone. Every zone compiles every policy, so all conditions agree. */
function statusOf({ manifest, result }: ResolvedAdminPolicy, zones: readonly string[]): Intent[] {
  if (zones.length === 0 || isLive(manifest)) return [];
  const error = 'error' in result ? result.error : undefined;
  const conditions = zones.map((zone) => ({
    type: `Ready-In-Zone-${zone}`,
    status: error === undefined ? 'True' : 'False',
    reason: error === undefined ? 'SetupSucceeded' : 'SetupFailed',
    message: error ?? APPLIED,
  }));
  return [{ effect: 'status', subresource: 'status', status: { conditions }, cause: causeOf(manifest, '') }];
}
