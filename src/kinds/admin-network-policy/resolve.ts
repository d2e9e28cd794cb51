import type { Manifest } from '../../model/manifest.js';
import { LAST_ADMIN_PRIORITY } from '../../ovn-kubernetes/filter-rows.js';
import { type ResolvedAdminPolicy, createAdminPolicyQuery } from '../admin-policy/resolve.js';
import type { KindContext, ResolveContext } from '../contract/kind-context.js';
import { isLive } from '../../model/live.js';
import { createReportAt } from '../../model/report-at.js';
import { messages } from './messages.js';

const resolvedPolicy = createAdminPolicyQuery(messages);

/**
 * Resolves the policies of every priority. A policy with an unsupported priority is reported and kept as an error. So
 * is one with the priority of another policy, if the release applies one of each.
 */
export function resolveByPriority(manifests: readonly Manifest[], context: ResolveContext): ResolvedAdminPolicy[] {
  const policies = manifests.map((manifest) => limit(context.db.get(resolvedPolicy, manifest), context));
  return judgeSamePriorities(policies, context);
}

function limit(policy: ResolvedAdminPolicy, { configuration, report }: KindContext): ResolvedAdminPolicy {
  const { manifest, spec, result } = policy;
  const { messageLength } = configuration.release.adminPolicy;
  if ('error' in result) return { ...policy, result: { error: result.error.slice(0, messageLength) } };
  if (spec.priority <= LAST_ADMIN_PRIORITY) return policy;
  if (!isLive(manifest)) {
    const finding = messages.unsupportedPriority(spec.priority, LAST_ADMIN_PRIORITY);
    createReportAt(manifest, report)(finding, '/spec/priority');
  }
  const error = `error attempting to add ANP ${manifest.name} with priority ${spec.priority} because, OVNK only supports priority ranges 0-${LAST_ADMIN_PRIORITY}`;
  return { ...policy, result: { error } };
}

/** Reports every compiled policy with the priority of an earlier one: both are applied, in an undefined order, or one is. */
function judgeSamePriorities(
  policies: readonly ResolvedAdminPolicy[],
  { report, configuration }: KindContext,
): ResolvedAdminPolicy[] {
  const { sharesPriorities } = configuration.release.adminPolicy;
  const finding = sharesPriorities ? messages.samePriority : messages.priorityInUse;
  const firstOf = findFirst(policies);
  return policies.map((policy) => {
    const { manifest, spec, result } = policy;
    const first = firstOf.get(spec.priority);
    if ('error' in result || !first || first === manifest) return policy;
    if (!isLive(manifest)) {
      const related = [{ message: 'it stands here', location: { origin: first.origin, pointer: '/spec/priority' } }];
      createReportAt(manifest, report)(finding(spec.priority, first.name), '/spec/priority', related);
    }
    if (sharesPriorities) return policy;
    const what = `error attempting to add ANP ${manifest.name} with priority ${spec.priority}`;
    return { ...policy, result: { error: `${what} when another ANP ${first.name}, exists with the same priority` } };
  });
}

/** Returns priority → the first policy that has it and no error. */
function findFirst(policies: readonly ResolvedAdminPolicy[]): ReadonlyMap<number, Manifest> {
  const firstOf = new Map<number, Manifest>();
  const inForce = policies.filter(({ result }) => !('error' in result));
  // Those of the inventory come first: there is nothing to say at them.
  const ordered = [...inForce].sort((a, b) => Number(isLive(b.manifest)) - Number(isLive(a.manifest)));
  for (const { manifest, spec } of ordered) {
    if (!firstOf.has(spec.priority)) firstOf.set(spec.priority, manifest);
  }
  return firstOf;
}
