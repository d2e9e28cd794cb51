import type { Node } from '../../model/cluster.js';
import { sortAddresses, withText } from '../../net/address.js';
import { readInterfaceAddress } from '../../net/prefix.js';
import { type Fields, all, parseJsonAnnotation } from './fields.js';
import { messages } from './messages.js';
import { goSyntaxError, goTypeName } from '../../std/go-json.js';
import type { Json } from '../../std/json.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

const HOST_CIDRS = NODE_ANNOTATION.hostCIDRs;
const SHAPE = 'it must be a list of addresses with prefix lengths, like ["192.168.10.11/24"]';

/**
 * Returns the annotation `host-cidrs` of a node: the addresses without masks, each once, sorted as text, and the CIDRs
 * in their order. A problem is reported, and kept in the text of the live controllers, whose statuses show it.
 */
export function readHostCIDRs(
  fields: Fields,
  nodeName: string,
): Pick<Node, 'hostAddresses' | 'hostCIDRs' | 'hostCIDRsError'> {
  const text = fields.annotation(HOST_CIDRS);
  if (text === undefined) return {};
  const parsed = parseJsonAnnotation(text);
  const fail = (error: string, why: string) => {
    fields.reportAtAnnotation(messages.badNodeAnnotation(HOST_CIDRS, why), HOST_CIDRS);
    return { hostCIDRsError: error };
  };
  const mistake = 'problem' in parsed ? goSyntaxError(text) : typeError(parsed.value);
  if ('problem' in parsed || mistake !== undefined) {
    const why = 'problem' in parsed ? parsed.problem : SHAPE;
    return fail(`failed to unmarshal host cidrs annotation ${text} for node "${nodeName}": ${mistake ?? ''}`, why);
  }
  // Go decodes a null as a list without entries, and as an empty text.
  const cidrs = Array.isArray(parsed.value) ? parsed.value.map((cidr) => (typeof cidr === 'string' ? cidr : '')) : [];
  const read = cidrs.map(readInterfaceAddress);
  const hostCIDRs = all(read);
  if (!hostCIDRs)
    return fail(`failed to parse node host cidr: invalid CIDR address: ${cidrs[read.indexOf(undefined)] ?? ''}`, SHAPE);
  return { hostCIDRs, hostAddresses: sortAddresses(hostCIDRs.map(({ address }) => withText(address))) };
}

/**
 * Returns the error of Go's `encoding/json` for a value that is not a list of strings. The error is about the first
 * entry of another type.
 */
function typeError(value: Json): string | undefined {
  if (value === null) return undefined;
  if (!Array.isArray(value)) return `json: cannot unmarshal ${goTypeName(value)} into Go value of type []string`;
  const bad = value.find((entry) => entry !== null && typeof entry !== 'string');
  return bad === undefined ? undefined : `json: cannot unmarshal ${goTypeName(bad)} into Go value of type string`;
}
