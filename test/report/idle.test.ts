import { expect, it } from 'vitest';
import { definitions } from '../../src/compile/findings.js';

/** The kinds whose rules the report lists with their use. */
const KINDS = [
  'egress-firewall',
  'egress-qos',
  'network-policy',
  'admin-network-policy',
  'baseline-admin-network-policy',
];
/** How findings say that something does nothing. */
const IDLE =
  /nothing|no effect|none of|never|only what no rule|no Deny rule|another rule allows all|denies? all|drop what|marks no/i;
/** Those that are not about a rule that is in service, and why. */
const OTHERS = [
  // The policy or the rule is refused as a whole: the report lists none of it.
  /\/(wildcard-name|mixed-peer|bad-selector|bad-network|bad-acl-logging|unsupported-priority|priority-in-use)$/,
  // One peer, port or exception of a rule, which has others.
  /network-policy\/(family-off|mapped-cidr|leading-zeros|no-peer-selected|unknown-named-port|bad-protocol)$/,
  /\/(compared-labels|unread-named-port|exception-in-service-network)$/,
  // The policy has no such rule: an empty list, or an annotation.
  /\/(empty-list-without-type|unread-acl-logging)$/,
  // The rules restrict nothing by themselves, but they allow what another policy of the pods closes.
  /\/rules-without-type$/,
  // The cluster resolves the name when a pod asks for it.
  /\/no-dns-answer$/,
];

const own = definitions.filter(({ code }) => KINDS.includes(code.split('/')[0] ?? ''));

it('every finding that says that a rule does nothing shows in the use of the rule', () => {
  const saying = own.filter(({ summary, why }) => IDLE.test(`${summary} ${why}`)).map(({ code }) => code);
  const meant = saying.filter((code) => !OTHERS.some((other) => other.test(code)));
  expect(
    own
      .filter(({ ineffective }) => ineffective)
      .map(({ code }) => code)
      .sort(),
  ).toEqual(meant.sort());
});
