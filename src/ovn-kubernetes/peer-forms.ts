import type { LabelSelector } from '../model/label-selector.js';
import type { NetworkPolicyForms, PeerPods } from '../model/release.js';

type PodsOf = NetworkPolicyForms['podsOf'];

/** Every peer has a separate address set. Pods on the network of their host belong to a peer with a pod selector. */
export const podsInOwnSet: PodsOf = ({ podSelector }) =>
  podSelector ? selected(podSelector) : { withHostNetwork: false, byNamespace: false };

/** A peer without a pod selector has the address sets of its namespaces. */
export const podsOfNamespaceSelectors: PodsOf = ({ podSelector }) =>
  podSelector ? selected(podSelector) : WHOLE_NAMESPACES;

/**
 * A peer that selects every pod has the address sets of its namespaces, with an unset or an empty pod selector. If it
 * also selects every namespace, it has a separate address set, with pods on the network of their host.
 */
export const podsOfWholeNamespaces: PodsOf = ({ podSelector = {}, namespaceSelector }) =>
  isEmpty(podSelector) && !(namespaceSelector && isEmpty(namespaceSelector)) ? WHOLE_NAMESPACES : selected(podSelector);

const WHOLE_NAMESPACES: PeerPods = { withHostNetwork: false, byNamespace: true };

function selected(podSelector: LabelSelector): PeerPods {
  return { podSelector, withHostNetwork: true, byNamespace: false };
}

function isEmpty({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean {
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
}
