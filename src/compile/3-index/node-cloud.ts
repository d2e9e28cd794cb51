import { CLOUD_EGRESS_ANNOTATION } from '../../cloud/platform.js';
import type { CloudEgress } from '../../model/cluster.js';
import { parsePrefix } from '../../net/prefix.js';
import { type Fields, all, readJsonAnnotation } from './fields.js';
import { messages } from './messages.js';
import { type Json, type JsonObject, asObject, asString } from '../../std/json.js';

const SHAPE = 'it must be like [{"interface":"eni-1","ifaddr":{"ipv4":"10.0.0.0/24"},"capacity":{"ipv4":9}}]';

/**
 * Reads the annotation of the cloud network config controller on a node: subnets and capacity (in addresses) of its
 * first interface. A missing capacity means no limit.
 */
export function readCloudEgress(fields: Fields): CloudEgress | undefined {
  return readJsonAnnotation(fields, CLOUD_EGRESS_ANNOTATION, SHAPE, (value) => {
    const list = Array.isArray(value) ? value : [];
    if (list.length > 1)
      fields.reportAtAnnotation(messages.severalCloudInterfaces(list.length), CLOUD_EGRESS_ANNOTATION);
    const first = asObject(list[0]);
    const addresses = asObject(first?.ifaddr);
    const capacity = asObject(first?.capacity ?? {});
    if (!first || !addresses || !capacity) return undefined;
    const subnets = all(
      [addresses.ipv4, addresses.ipv6].filter(isThere).map((text) => parsePrefix(asString(text) ?? '')),
    );
    const limits = readLimits(capacity);
    const name = asString(first.interface ?? '');
    if (!subnets || subnets.length === 0 || !limits || name === undefined) return undefined;
    const last = Object.keys(capacity)
      .flatMap((key) => limits[key as keyof typeof limits] ?? [])
      .at(-1);
    return { interface: name, subnets, capacity: limits, ...(last === undefined ? {} : { lastCapacity: last }) };
  });
}

function isThere(value: Json | undefined): value is Json {
  return value !== undefined && value !== null && value !== '';
}

/**
 * Returns the limits, or undefined unless all are integers. The live controllers do not accept text for them either.
 */
function readLimits(capacity: JsonObject): CloudEgress['capacity'] | undefined {
  const limits = (['ipv4', 'ipv6', 'ip'] as const).map((key) => [key, capacity[key]] as const);
  const present = limits.filter(([, value]) => isThere(value));
  return present.every(([, value]) => Number.isInteger(value)) ? Object.fromEntries(present) : undefined;
}
