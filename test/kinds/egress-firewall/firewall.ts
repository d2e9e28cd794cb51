import type { Destination, FilterRule } from '../../../src/model/intent/filter.js';
import { formatPrefix } from '../../../src/net/prefix.js';
import { namespace, node } from '../../compile/3-index/inventory.js';
import { type Outcome, lowerObjects, resource } from '../pipeline.js';
import type { Json } from '../../../src/std/json.js';

/** worker-a and worker-b are labelled infra; worker-c shares an address with the first, worker-d has none. */
export const nodes = [
  node('worker-a', { 'host-cidrs': '["192.168.10.11/24"]' }, { role: 'infra' }),
  node('worker-b', { 'host-cidrs': '["192.168.10.12/24","10.9.8.7/8","fd00:10::12/64"]' }, { role: 'infra' }),
  node('worker-c', { 'host-cidrs': '["192.168.10.11/24"]' }, { role: 'apps' }),
  node('worker-d', {}, { role: 'bare' }),
];
const shop = namespace('shop', { annotations: { 'k8s.ovn.org/acl-logging': '{"deny":"alert"}' } });

/** Findings about what the rules of a firewall do together: tests of single rules are not about these. */
const OF_ALL_RULES = /\/(shadowed-rule|redundant-rule|allowed-anyway|denies-[a-z-]+|dns-name-in-deny) /;

/** What an EgressFirewall of the namespace shop means; denied traffic is logged there. Only findings about single rules. */
export function lowerRules(egress: Json[], weirYaml = ''): Outcome {
  const outcome = lowerObjects([...nodes, shop, resource('EgressFirewall', 'shop', egress)], weirYaml);
  return { ...outcome, said: outcome.said.filter((one) => !OF_ALL_RULES.test(one)) };
}

/** A destination as text: a prefix with what is cut out, an address, or a name with its addresses. */
function show(destination: Destination): string {
  switch (destination.type) {
    case 'prefix':
      return [destination.text, ...destination.except.map((cut) => `-${formatPrefix(cut)}`)].join(' ');
    case 'address':
      return `${destination.address.family} ${destination.address.text}`;
    case 'name':
      return [destination.set.name, ...destination.set.addresses.map(({ text }) => text)].join(' ');
  }
}

/** The destinations of each filter as text. */
export function destinations(filters: readonly FilterRule[]): string[][] {
  return filters.map((filter) => filter.destinations.map(show));
}

export const deny = (to: Json): Json => ({ type: 'Deny', to });
export const cidr = (cidrSelector: string): Json => deny({ cidrSelector });
export const name = (dnsName: string): Json => deny({ dnsName });
export const labelled = (role: string): Json => deny({ nodeSelector: { matchLabels: { role } } });
