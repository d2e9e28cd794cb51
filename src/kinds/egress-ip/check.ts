import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { messages } from './messages.js';
import type { JsonObject } from '../../std/json.js';
import { annotationPointer } from '../../yaml/locate.js';
import { ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/**
 * Warns of a mark that a user has set: OVN-Kubernetes ships an admission policy that refuses it in a new EgressIP. An
 * object with a status was read from a cluster and carries its mark rightly.
 */
export function checkMark({ kind, namespace, name, object, origin }: Manifest, report: Reporter): void {
  const { annotations } = object.metadata as { readonly annotations?: JsonObject };
  if (object.status !== undefined || annotations === undefined || !Object.hasOwn(annotations, ANNOTATION.egressIPMark))
    return;
  report({
    ...messages.markSet(ANNOTATION.egressIPMark),
    location: { origin, pointer: annotationPointer(ANNOTATION.egressIPMark) },
    resource: { kind, namespace, name },
  });
}
