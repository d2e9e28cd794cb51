import type { LabelSelector } from '../model/label-selector.js';
import type { NetworkPolicyForms, PeerPods } from '../model/release.js';

type PodsOf = NetworkPolicyForms['podsOf'];

/** Every peer has an address set of its own. Pods on the network of their host are meant where a pod selector is written. */
export const podsInOwnSet: PodsOf = ({ podSelector }) =>
  podSelector ? selected(podSelector) : { withHostNetwork: false, byNamespace: false };

/** A peer without a pod selector has the address sets of its namespaces. */
export const podsOfNamespaceSelectors: PodsOf = ({ podSelector }) =>
  podSelector ? selected(podSelector) : WHOLE_NAMESPACES;

/**
 * A peer that selects every pod has the address sets of its namespaces, whether its pod selector is absent or empty. One that
 * selects every namespace, too, has an address set of its own, with pods on the network of their host.
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
