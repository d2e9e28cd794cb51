import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { MARK_ANNOTATION as MARK } from './placement/marks.js';
import { messages } from './messages.js';
import type { JsonObject } from '../../std/json.js';

/**
 * Warns of a mark that a user has set: OVN-Kubernetes ships an admission policy that refuses it in a new EgressIP. An
 * object with a status was read from a cluster and carries its mark rightly.
 */
export function checkMark({ kind, namespace, name, object, origin }: Manifest, report: Reporter): void {
  const { annotations } = object.metadata as { readonly annotations?: JsonObject };
  if (object.status !== undefined || annotations === undefined || !Object.hasOwn(annotations, MARK)) return;
  report({
    ...messages.markSet(MARK),
    location: { origin, pointer: '/metadata/annotations/k8s.ovn.org~1egressip-mark' },
    resource: { kind, namespace, name },
  });
}
