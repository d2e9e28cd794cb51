import { nodeAddressVariable } from '../../../../ovn-kubernetes/template-variables.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { Family } from '../../../../net/address.js';
import type { Row } from '../../../../model/northbound.js';
import { byKey, chassisTemplateVarKey } from '../keys.js';
import { rowOf } from '../topology/topology-rows.js';
import type { BalancingNode } from './nodes.js';

/** Variables of each chassis: chassis → name → value. */
export type ChassisVariables = Map<string, Map<string, string>>;

/** Variables of a zone for addresses of nodes. */
export interface NodeVariables {
  readonly ofChassis: ChassisVariables;
  /** Names in order, as many as the largest number of addresses of a chassis. */
  readonly names: Readonly<Record<Family, readonly string[]>>;
}

/** Sets a variable of a chassis. */
export function setVariable(variables: ChassisVariables, chassis: string, name: string, value: string): void {
  const known = variables.get(chassis);
  if (known) known.set(name, value);
  else variables.set(chassis, new Map([[name, value]]));
}

/**
 * Returns the host addresses of each node with a chassis as variables. OVN-Kubernetes: in a cluster with IPv4, a node
 * without any IPv4 address is skipped, regardless of its other addresses.
 */
export function nodeVariables(nodes: readonly BalancingNode[], { ipFamilies }: Configuration): NodeVariables {
  const ofChassis: ChassisVariables = new Map();
  const names: Record<Family, string[]> = { IPv4: [], IPv6: [] };
  const countsOf = new Map<string, Record<Family, number>>();
  for (const { chassisId, hostAddresses } of nodes) {
    if (chassisId === undefined) continue;
    const counts = countsOf.get(chassisId) ?? { IPv4: 0, IPv6: 0 };
    countsOf.set(chassisId, counts);
    for (const family of ipFamilies) {
      const own = hostAddresses.filter((address) => address.family === family);
      if (own.length === 0) break;
      for (const { text } of own) {
        const number = counts[family]++;
        const name = names[family][number] ?? nodeAddressVariable(family, number);
        names[family][number] = name;
        setVariable(ofChassis, chassisId, name, text);
      }
    }
  }
  return { ofChassis, names };
}

/** Returns the variables as rows of Chassis_Template_Var, by chassis. */
export function variableRows(variables: ChassisVariables): Row[] {
  return [...variables]
    .map(([chassis, values]) =>
      rowOf(chassisTemplateVarKey(chassis), { chassis, variables: Object.fromEntries(values) }),
    )
    .sort(byKey);
}
