import type { Node } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import { createReportAt } from '../../model/report-at.js';
import { missingForGateway } from '../../ovn-kubernetes/node-annotations.js';
import { messages } from './messages.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';
import { annotationPointer } from '../../yaml/locate.js';

/**
 * Reports annotations that nodes lack for a managed topology, and values that two nodes share although they must be
 * unique.
 */
export function checkManagedNodes(nodes: readonly Node[], configuration: Configuration, report: Reporter): void {
  for (const node of nodes) checkManagedNode(node, configuration, report);
  checkDistinct(nodes, NODE_ANNOTATION.id, ({ nodeId }) => nodeId?.toString(), report);
  checkDistinct(nodes, NODE_ANNOTATION.chassisId, ({ chassisId }) => chassisId, report);
  checkDistinct(nodes, NODE_ANNOTATION.gateway, ({ gateway }) => gateway?.interfaceId, report);
}

/** Reports the second and every later node with the same value of an annotation. */
function checkDistinct(
  nodes: readonly Node[],
  annotation: string,
  valueOf: (node: Node) => string | undefined,
  report: Reporter,
): void {
  const first = new Map<string, Node>();
  const pointer = annotationPointer(annotation);
  for (const node of nodes) {
    const value = valueOf(node);
    if (value === undefined) continue;
    const other = first.get(value);
    if (!other) {
      first.set(value, node);
      continue;
    }
    report({
      ...messages.sharedAnnotation(annotation, value, other.name),
      location: { origin: node.manifest.origin, pointer },
      resource: { kind: 'Node', namespace: '', name: node.name },
      related: [{ message: 'first used here', location: { origin: other.manifest.origin, pointer } }],
    });
  }
}

function checkManagedNode(node: Node, configuration: Configuration, report: Reporter): void {
  const reportAt = createReportAt(node.manifest, report);
  const has = [...new Set(node.subnets.map(({ family }) => family))].sort();
  if (node.subnets.length > 0 && has.join() !== configuration.ipFamilies.join()) {
    const finding = messages.familyMismatch(has.join(' and '), configuration.ipFamilies.join(' and '));
    reportAt(finding, '/metadata/annotations');
    // The node is skipped, so that other missing annotations do not matter.
    return;
  }
  const lacking = findLacking(node, configuration);
  if (lacking.length === 0) return;
  const effects = [...new Set(lacking.map(([, effect]) => effect))];
  const annotations = lacking.map(([annotation]) => annotation);
  reportAt(messages.missingNodeAnnotation(annotations, effects), '/metadata/annotations');
}

/** Returns the annotations that a node lacks, each with its consequence. */
function findLacking(node: Node, { interconnect }: Configuration): readonly (readonly [string, string])[] {
  if (node.subnets.length === 0) return [[NODE_ANNOTATION.subnets, 'it gets no switch and its pods get no ports']];
  const ofGateway = missingForGateway(node).map(
    (annotation) => [annotation, annotation === NODE_ANNOTATION.id ? WITHOUT_ID : 'it gets no gateway router'] as const,
  );
  if (!interconnect) return ofGateway;
  return [
    ...(node.nodeId === undefined && node.joinAddresses ? [[NODE_ANNOTATION.id, APART] as const] : []),
    ...ofGateway,
    ...(node.transitAddresses.length === 0 ? [[NODE_ANNOTATION.transitAddresses, APART] as const] : []),
  ];
}

const WITHOUT_ID = 'its gateway router has no address on the join switch';
const APART = 'other zones cannot reach it';
