import { EGRESS_SERVICE_LABEL_PREFIX as PREFIX } from '../../ovn-kubernetes/annotations.js';

const LONGEST_NAME = 63;

/** Returns the label that OVN-Kubernetes puts on the host of a service. */
export function nodeLabelOf(namespace: string, name: string): string {
  return `${PREFIX}/${namespace}-${name}`;
}

/** Returns true if Kubernetes takes the label: its name has at most 63 characters. */
export function isNodeLabel(label: string): boolean {
  return label.length - PREFIX.length - 1 <= LONGEST_NAME;
}
