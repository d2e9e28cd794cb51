import type { ManifestObject } from '../../../model/artefact.js';
import type { Reporter } from '../../../model/diagnostic.js';
import type { Intent } from '../../../model/intent.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { NodeLabelIntent } from '../../../model/intent/kubernetes-object.js';
import { intentsWith } from '../../../model/intents-by-effect.js';
import { collectCloudObjects } from '../cloud-plan/emit.js';

/**
 * Returns all objects to apply. They are the object intents, the objects that follow from cloud addresses, and the
 * labels of nodes. A labelled node is one object with only its labels, for server-side apply.
 */
export function collectObjects(intents: readonly Intent[], report: Reporter): ManifestObject[] {
  const objects = intentsWith(intents, 'object');
  const cloudAddresses = intentsWith(intents, 'cloud-address');
  return [
    ...[...objects, ...collectCloudObjects(cloudAddresses, report)].map(({ object, cause }): ManifestObject => ({
      object,
      causes: [cause],
    })),
    ...labelledNodes(intentsWith(intents, 'label')),
  ];
}

/** Returns a Node for each node that gets labels. The labels are in byte order. */
function labelledNodes(intents: readonly NodeLabelIntent[]): ManifestObject[] {
  const byNode = new Map<string, { labels: Map<string, string>; causes: [Cause, ...Cause[]] }>();
  for (const { node, label, value, cause } of intents) {
    const known = byNode.get(node.name);
    if (known) known.causes.push(cause);
    const { labels } = known ?? { labels: new Map<string, string>() };
    labels.set(label, value);
    if (!known) byNode.set(node.name, { labels, causes: [cause] });
  }
  return [...byNode].map(([name, { labels, causes }]) => ({
    object: {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels: Object.fromEntries([...labels].sort(([a], [b]) => (a < b ? -1 : 1))) },
    },
    causes,
  }));
}
