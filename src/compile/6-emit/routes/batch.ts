import { HOST_RULE_PRIORITY } from '../../../ovn-kubernetes/priorities.js';
import { addressWords, routeWords, selectorWords } from '../../../ovn-kubernetes/words.js';
import { type Family, familyOfText } from '../../../net/address.js';
import type { HostRule } from '../../../model/host-state.js';
import type { HostRoutesOfNode } from './host-routes.js';

const TOOL = { IPv4: 'ip -4', IPv6: 'ip -6' } as const;

/**
 * Returns the input of `ip -batch` for one family, or undefined if the family has none. Rules come last, after their
 * addresses and routes. The resulting rules do not depend on the previous ones. `ip` cannot derive a rule's family from
 * its address, so each family has a file.
 */
export function batchOf({ addresses, routes, rules }: HostRoutesOfNode, family: Family): string | undefined {
  const lines = [
    ...addresses
      .filter(({ address }) => familyOfText(address) === family)
      .map(({ address, interface: name }) => `address replace ${addressWords(address, name, family)}`),
    ...routes.filter((route) => route.family === family).map((route) => `route replace ${routeWords(route)}`),
    ...replaceRules(rules.filter((rule) => rule.family === family)),
  ];
  if (lines.length === 0) return undefined;
  const head = `# After nftables.nft: ${TOOL[family]} -batch FILE. What else has the priorities of these rules goes; addresses stay.`;
  return `${[head, ...lines].join('\n')}\n`;
}

/** Returns commands that replace all rules of the priorities that OVN-Kubernetes owns with the given ones. */
function replaceRules(rules: readonly HostRule[]): string[] {
  const priorities = new Set(rules.map(({ priority }) => priority));
  if (priorities.has(HOST_RULE_PRIORITY.egressIP)) priorities.add(HOST_RULE_PRIORITY.podToNode);
  return [...priorities]
    .sort((a, b) => a - b)
    .flatMap((priority) =>
      replacePriority(
        priority,
        rules.filter((rule) => rule.priority === priority),
      ),
    );
}

/**
 * Returns commands that replace the rules of a priority. Until a source has its rules again, temporary rules behind
 * them drop its packets. The main table would send them out with another address, or with that of the pod.
 */
function replacePriority(priority: number, rules: readonly HostRule[]): string[] {
  const guards = rules.filter(({ from }) => from !== undefined);
  const behind = guards.length > 0 ? [`rule flush priority ${priority + 1}`] : [];
  return [
    ...behind,
    ...guards.map((rule) => `rule add ${selectorWords({ ...rule, priority: priority + 1 })} blackhole`),
    `rule flush priority ${priority}`,
    ...rules.map((rule) => `rule add ${selectorWords(rule)} table ${rule.table}`),
    ...behind,
  ];
}
