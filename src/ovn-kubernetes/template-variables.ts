import type { Family } from '../net/address.js';

/** Returns the variable of a node's host address, counted from 0 (OVN-Kubernetes). */
export function nodeAddressVariable(family: Family, number: number): string {
  return `NODEIP_${family}_${number}`;
}

/**
 * Returns the variable of the targets that gateway routers have for a node port. OVN-Kubernetes: underscores are
 * doubled, and characters that are invalid in a variable become one.
 */
export function routerTargetsVariable(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  protocol: string,
  nodePort: number,
  family: Family,
): string {
  const text = `Service_${namespace}/${name}_${protocol}_${nodePort}_node_router_template_${family}`;
  return text.replaceAll('_', '__').replace(/[/\-$@]/g, '_');
}

/**
 * Returns true if a variable belongs to the default network. Variables of other networks begin with the name of the
 * network (OVN-Kubernetes).
 */
export function isServiceVariable(name: string): boolean {
  return /^(?:NODEIP_IPv[46]_[0-9]+$|Service__)/.test(name);
}
