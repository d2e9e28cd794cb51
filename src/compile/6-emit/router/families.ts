import type { RedirectIntent, RouterAddress } from '../../../model/intent/redirect.js';
import { type Family, FAMILIES } from '../../../net/address.js';
import { type RouterTable, readRouter } from '../../../traffic/router-table.js';

/** Names that Multus and the pod network give to the interfaces of a router's pod. */
export const POD_INTERFACE = 'eth0';
export const ROUTER_INTERFACE = 'net1';

/** Redirections of a router for one IP family. */
export interface RouterFamily extends RouterTable {
  readonly family: Family;
  readonly primary: RouterAddress;
}

/** Returns the families in which a router has addresses, IPv4 first. */
export function routerFamiliesOf(intent: RedirectIntent): RouterFamily[] {
  return FAMILIES.flatMap((family) => {
    const table = readRouter(intent, family);
    return table.primary ? [{ ...table, family, primary: table.primary }] : [];
  });
}
