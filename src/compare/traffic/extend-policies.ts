import type { IntentPeer, PodSelection, PolicyIntent, PolicyRule } from '../../model/intent/policy.js';
import { compileChecked } from '../../selectors/namespaces.js';
import { type FindPods, byName, indexPods } from '../../selectors/pods.js';
import { sameItems } from '../../std/same-items.js';
import type { Namespaces, Pods } from './pods-to-come.js';

/** Returns the policies of a side with its namespaces, which also select added pods. */
export type ExtendPolicies = (policies: readonly PolicyIntent[], namespaces: Namespaces) => readonly PolicyIntent[];

/**
 * Creates a function that adds pods to policies, as their selectors select them. Policies and selections that both
 * sides share stay shared, and those without such a pod are the same objects.
 */
export function createPolicyExtension(added: Pods): ExtendPolicies {
  const selections = new Map<PodSelection, PodSelection>();
  const extended = new Map<PolicyIntent, PolicyIntent>();
  return (policies, namespaces) => {
    const { find } = indexPods(namespaces, added);
    const extend = (selection: PodSelection): PodSelection => {
      const found = selections.get(selection) ?? extendSelection(selection, find);
      selections.set(selection, found);
      return found;
    };
    return policies.map((policy) => {
      const found = extended.get(policy) ?? extendPolicy(policy, extend);
      extended.set(policy, found);
      return found;
    });
  };
}

function extendPolicy(policy: PolicyIntent, extend: (selection: PodSelection) => PodSelection): PolicyIntent {
  const extendPeer = (peer: IntentPeer): IntentPeer => {
    if (peer.type !== 'pods') return peer;
    const selection = extend(peer.selection);
    return selection === peer.selection ? peer : { ...peer, selection };
  };
  const extendRule = (rule: PolicyRule): PolicyRule => {
    const peers = rule.peers.map(extendPeer);
    return sameItems(peers, rule.peers) ? rule : { ...rule, peers };
  };
  const [subject, rules] = [extend(policy.subject), policy.rules.map(extendRule)];
  return subject === policy.subject && sameItems(rules, policy.rules) ? policy : { ...policy, subject, rules };
}

function extendSelection(selection: PodSelection, find: FindPods): PodSelection {
  const { namespaces, podSelector, pods } = selection;
  const found = find({
    namespaces: typeof namespaces === 'string' ? namespaces : compileChecked(namespaces),
    ...(podSelector && { pods: compileChecked(podSelector) }),
    withHostNetwork: false,
  });
  return found.length === 0 ? selection : { ...selection, pods: [...pods, ...found].sort(byName) };
}
