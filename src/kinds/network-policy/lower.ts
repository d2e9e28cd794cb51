import type { Configuration } from '../../model/configuration.js';
import type { PolicyIntent } from '../../model/intent/policy.js';
import { readMetadata } from '../../model/kubernetes-object.js';
import { causeOf } from '../cause.js';
import type { KindContext } from '../kind.js';
import { isLive } from '../../model/live.js';
import type { ResolvedPolicy } from './resolved.js';
import { ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/** Returns the decisions of each policy. */
export function lowerPolicies(
  policies: readonly ResolvedPolicy[],
  { configuration, memo }: KindContext,
): PolicyIntent[] {
  return policies.map((policy) =>
    memo('effect of a NetworkPolicy', policy, [configuration], () => lowerPolicy(policy, configuration)),
  );
}

function lowerPolicy(
  { manifest, namespace, spec, subject, rules }: ResolvedPolicy,
  configuration: Configuration,
): PolicyIntent {
  const { allow, deny } = namespace.aclLogging;
  return {
    effect: 'policy',
    layer: 'namespaced',
    priority: 0,
    subject,
    isolates: spec.types,
    rules,
    stateless:
      configuration.statelessNetworkPolicy &&
      readMetadata(manifest.object, 'annotations', ANNOTATION.aclStateless) === 'true',
    log: { ...(allow && { allow }), ...(deny && { drop: deny }) },
    isCompiled: !isLive(manifest),
    cause: causeOf(manifest, ''),
  };
}
