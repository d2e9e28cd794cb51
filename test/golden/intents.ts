import { stringify } from 'yaml';
import type { Node, Pod } from '../../src/model/cluster.js';
import type { Intent } from '../../src/model/intent.js';
import type { Cause } from '../../src/model/intent/cause.js';
import type { EgressPoint } from '../../src/model/intent/egress-point.js';
import { type Address, type CanonicalAddress, type Prefix, formatAddress } from '../../src/net/address.js';
import { formatPrefix } from '../../src/net/prefix.js';

/** Intents as a person reads them, in YAML: causes, nodes and pods by name, networks as text. */
export function showIntents(intents: readonly Intent[]): string {
  const shown: unknown = JSON.parse(JSON.stringify(intents.map(leaveOutKnown), showValue));
  return stringify(shown, { aliasDuplicateObjects: false, lineWidth: 0 });
}

/** A filter without what its rules say. */
function leaveOutKnown(intent: Intent): object {
  if (intent.effect !== 'filter') return intent;
  const { effect, rules, cause } = intent;
  return { effect, rules: rules(), cause };
}

function showValue(key: string, value: unknown): unknown {
  if (key === 'cause') return showCause(value as Cause);
  if (key === 'pods' || key === 'hostPods') return (value as readonly Pod[]).map(({ namespace, name }) => `${namespace}/${name}`);
  if (key === 'point') return showPoint(value as EgressPoint);
  if (key === 'points') return (value as readonly EgressPoint[]).map(showPoint);
  if (key === 'fallbacks') return (value as readonly CanonicalAddress[]).map(({ family, text }) => ({ family, address: text }));
  if (key === 'host' || key === 'node') return nameOf(value);
  if (isAddress(value)) return formatAddress(value);
  if (hasAddress(value)) return showFamily(value);
  return isPrefix(value) ? formatPrefix(value) : value;
}

/**
 * What has an address, with the family of it after it, or before it where a router has it; a destination that is
 * nothing but an address, by its text.
 */
function showFamily(value: { readonly address: CanonicalAddress; readonly node?: unknown }): object {
  const { family, text } = value.address;
  if ('type' in value) return { type: value.type, family, text };
  const isOfRouter = 'protocol' in value || ('prefix' in value && !('node' in value));
  const shown = Object.entries(isOfRouter ? { family, address: text } : { address: text, family });
  return Object.fromEntries(Object.entries(value).flatMap((member) => (member[0] === 'address' ? shown : [member])));
}

function showCause({ kind, namespace, name, pointer }: Cause): string {
  const resource = namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
  return pointer === '' ? resource : `${resource} ${pointer}`;
}

/** A node by its name; what else is called so is a text already. */
function nameOf(value: unknown): unknown {
  return typeof value === 'object' ? (value as Node).name : value;
}

function showPoint(point: EgressPoint): object {
  return showFamily({ ...point, node: point.node.name });
}

function isAddress(value: unknown): value is Address {
  return typeof value === 'object' && value !== null && 'family' in value && 'value' in value;
}

function hasAddress(value: unknown): value is { readonly address: CanonicalAddress } {
  if (typeof value !== 'object' || value === null || !('address' in value) || 'assignment' in value || 'portName' in value)
    return false;
  return isAddress(value.address) && 'text' in value.address;
}

function isPrefix(value: unknown): value is Prefix {
  return typeof value === 'object' && value !== null && 'base' in value && 'length' in value;
}
