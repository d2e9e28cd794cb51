import { defineFinding } from '../model/catalogue.js';
import { listNames } from '../std/list-text.js';
import { plural } from '../std/plural.js';

/** An observed flow as text: `shop/web-0 → 203.0.113.7 TCP 443`, and how often and when it was seen. */
interface SeenFlow {
  readonly text: string;
  readonly seen: string;
  /** The deciding rule: `by rule 'Deny 0.0.0.0/0' of EgressFirewall shop/default`, or '' if none applies. */
  readonly rule: string;
}

/** Findings about observed flows. */
export const messages = {
  shouldBeDropped: defineFinding({
    code: 'observed-flow/should-be-dropped',
    severity: 'warning',
    summary: 'An observed flow passed, and the resources and the inventory drop it.',
    why: 'The cluster differs from the repository or the inventory, so answers about packets may be wrong.',
    fix: 'export the inventory again, and run `weir audit` to find drift',
    message: ({ text, seen, rule }: SeenFlow) =>
      `observed flow ${text} passed (${seen}), expected to be dropped${rule}`,
  }),
  shouldBeAllowed: defineFinding({
    code: 'observed-flow/should-be-allowed',
    severity: 'warning',
    summary: 'An observed flow was dropped, and the resources and the inventory allow it.',
    why: 'The cluster differs from the repository or the inventory, or another component drops the packets.',
    fix: 'export the inventory again, run `weir audit` to find drift, and look for policies of other components',
    message: ({ text, seen, rule }: SeenFlow) =>
      `observed flow ${text} was dropped (${seen}), expected to be allowed${rule}`,
  }),
  unknownAddress: defineFinding({
    code: 'observed-flow/unknown-address',
    severity: 'info',
    summary: 'Observed flows have addresses of the cluster that no object of the inventory has.',
    why: 'Weir cannot decide about these flows.',
    fix: 'export the inventory again, from the time of the flows',
    message: (addresses: readonly string[], records: number) =>
      `no object of the inventory has ${plural(addresses.length, 'address', 'addresses')} of the cluster in ${plural(records, 'record')} of observed flows: ${listNames(addresses)}`,
  }),
  invalidEntry: defineFinding({
    code: 'observed-flow/invalid-entry',
    severity: 'warning',
    summary: 'A file of observed flows has invalid entries.',
    why: 'Weir ignores these entries.',
    fix: 'export the flows again, or set --flows-format',
    message: (count: number, examples: readonly string[]) =>
      `ignored ${plural(count, 'invalid entry', 'invalid entries')} of observed flows: ${listNames(examples)}`,
  }),
  tooMany: defineFinding({
    code: 'observed-flow/too-many',
    severity: 'warning',
    summary: 'There are too many different observed flows.',
    why: 'Weir ignores the records of further flows.',
    fix: 'export the flows of a shorter time, or of fewer namespaces',
    message: (records: number) => `ignored ${plural(records, 'record')}, because there are too many different flows`,
  }),
};
