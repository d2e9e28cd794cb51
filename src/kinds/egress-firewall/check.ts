import type { Finding, Reporter } from '../../model/diagnostic.js';
import type { PortMatch } from '../../model/intent/filter.js';
import type { Manifest } from '../../model/manifest.js';
import { FILTER_ROWS, LAST_FIREWALL_PRIORITY } from '../../ovn-kubernetes/filter-rows.js';
import {
  type LabelSelector,
  type Selector,
  type ValuesText,
  compileSelector,
  isSelectorProblem,
} from '../../selectors/selector.js';
import { messages } from './messages.js';
import type { JsonObject } from '../../std/json.js';

/** A rule as the schema takes it: exactly one of the fields of `to` is there. */
export interface EgressFirewallRule {
  readonly type: 'Allow' | 'Deny';
  readonly to: { readonly cidrSelector?: string; readonly dnsName?: string; readonly nodeSelector?: LabelSelector };
  readonly ports?: readonly PortMatch[];
}

/** OVN-Kubernetes: as many rules as there are priorities for them. */
export const MAX_RULES = FILTER_ROWS.EgressFirewall.firstPriority - LAST_FIREWALL_PRIORITY + 1;

/**
 * Reason why the live controllers reject a rule: `text` in their words, and the finding, at a pointer inside the rule.
 */
export interface RuleProblem {
  readonly text: string;
  readonly finding: Finding;
  readonly pointer: string;
}

const RESOLVER_NAME =
  /^(\*\.)?([a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?\.?$/;

/** Returns the rules of an object that the schema has taken. */
export function rulesOf({ object }: Manifest): readonly EgressFirewallRule[] {
  return (object.spec as unknown as { readonly egress: readonly EgressFirewallRule[] }).egress;
}

/**
 * Reports ports without a number. An API server requires a number in new objects. A stored object (it has a UID) may
 * come from an older definition, and the controllers apply it to the whole protocol.
 */
export function checkPorts(manifest: Manifest, report: Reporter): void {
  const { kind, namespace, name, object, origin } = manifest;
  const isStored = (object.metadata as JsonObject).uid !== undefined;
  rulesOf(manifest).forEach(({ ports }, index) => {
    ports?.forEach(({ protocol, port }, at) => {
      if (port !== undefined) return;
      const finding = isStored ? messages.anyPort(protocol) : messages.missingPort();
      const location = { origin, pointer: `/spec/egress/${index}/ports/${at}` };
      report({ ...finding, location, resource: { kind, namespace, name } });
    });
  });
}

/** Returns the problem for which the live controllers reject a dnsName. */
export function checkDNSName(name: string, dnsNameResolver: boolean): RuleProblem | undefined {
  const pointer = '/to/dnsName';
  if (!dnsNameResolver && name.startsWith('*.')) {
    return {
      text: `wildcard dns name is not supported as rule destination, ${name}`,
      finding: messages.wildcardName(name),
      pointer,
    };
  }
  if (dnsNameResolver && !RESOLVER_NAME.test(name)) {
    return { text: `invalid dns name used as rule destination, ${name}`, finding: messages.badName(name), pointer };
  }
  return undefined;
}

/** Returns the compiled node selector of a rule, or why it is invalid. */
export function checkNodeSelector(selector: LabelSelector, valuesText: ValuesText): Selector | RuleProblem {
  const compiled = compileSelector(selector, valuesText);
  if (!isSelectorProblem(compiled)) return compiled;
  return {
    text: `rule destination has invalid node selector, err: ${compiled.text}`,
    finding: messages.badNodeSelector(compiled.text),
    pointer: `/to/nodeSelector${compiled.pointer}`,
  };
}
