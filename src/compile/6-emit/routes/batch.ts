import { HOST_RULE_PRIORITY } from '../../../ovn-kubernetes/priorities.js';
import { addressWords, routeWords, selectorWords } from '../../../ovn-kubernetes/words.js';
import { type Family, familyOfText } from '../../../net/address.js';
import type { HostRule } from '../../../model/host-state.js';
import type { HostRoutesOfNode } from './host-routes.js';

const TOOL = { IPv4: 'ip -4', IPv6: 'ip -6' } as const;

/**
 * Returns the input of `ip -batch` for one family: rules come last, when the addresses and routes that they lead to are
 * there. It leaves the same rules whatever was there before. Undefined if the family has nothing. `ip` cannot tell a
 * rule's family by its address, so families have a file each.
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

/** Replaces all rules of the priorities that OVN-Kubernetes owns together with those that are written. */
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
 * While the rules of a source are away, the ones behind them drop its packets: the main table would send them out with
 * another address, or that of the pod.
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
