import type { Query } from '../../engine/query.js';
import type { PolicyIntent } from '../../model/intent/policy.js';
import { readMetadata } from '../../model/kubernetes-object.js';
import { causeOf } from '../shared/cause.js';
import type { Manifest } from '../../model/manifest.js';
import type { ResolveContext } from '../contract/kind-context.js';
import { contextOf } from '../contract/recorded-context.js';
import { isLive } from '../../model/live.js';
import type { ResolvedPolicy } from './resolved.js';
import { resolvedPolicy } from './resolve.js';
import { ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/** Returns the decisions of each policy. */
export function lowerPolicies(policies: readonly ResolvedPolicy[], { db }: ResolveContext): PolicyIntent[] {
  return policies.flatMap(({ manifest }) => db.get(effectOfPolicy, manifest) ?? []);
}

const effectOfPolicy: Query<Manifest, PolicyIntent | undefined> = {
  name: 'effect of a NetworkPolicy',
  hasOneReader: true,
  run: (db, manifest) => {
    const policy = db.get(resolvedPolicy, manifest);
    return policy && lowerPolicy(policy, contextOf(db).configuration.statelessNetworkPolicy);
  },
};

function lowerPolicy(
  { manifest, namespace, spec, subject, rules }: ResolvedPolicy,
  mayBeStateless: boolean,
): PolicyIntent {
  const { allow, deny } = namespace.aclLogging;
  return {
    effect: 'policy',
    layer: 'namespaced',
    priority: 0,
    subject,
    isolates: spec.types,
    rules,
    stateless: mayBeStateless && readMetadata(manifest.object, 'annotations', ANNOTATION.aclStateless) === 'true',
    log: { ...(allow && { allow }), ...(deny && { drop: deny }) },
    isCompiled: !isLive(manifest),
    cause: causeOf(manifest, ''),
  };
}
