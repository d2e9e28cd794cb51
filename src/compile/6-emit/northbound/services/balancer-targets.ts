import { type Family, familyOfText } from '../../../../net/address.js';

/** The endpoints behind a virtual address. */
export interface BalancerTargets {
  /** As `Load_Balancer.vips` lists them; '' for none. */
  readonly text: string;
  readonly isEmpty: boolean;
  /** The same with `masquerade` in the place of each of `own`; itself where none of those is there. */
  readonly replace: (own: readonly string[], masquerade: string) => BalancerTargets;
}

/** Targets of both families. */
export type FamilyBalancerTargets = Readonly<Record<Family, BalancerTargets>>;

/** The targets on one port, in the order of their addresses (canonical text). */
export function targetsOf(addresses: readonly string[], port: number): BalancerTargets {
  let known: ReadonlySet<string> | undefined;
  return {
    text: addresses.map((address) => socketText(address, port)).join(','),
    isEmpty: addresses.length === 0,
    replace(own, masquerade) {
      const there = (known ??= new Set(addresses));
      if (!own.some((address) => there.has(address))) return this;
      const replaced = new Set(own);
      return targetsOf(
        addresses.map((address) => (replaced.has(address) ? masquerade : address)),
        port,
      );
    },
  };
}

/** An address with its port: IPv6 in brackets. */
export function socketText(address: string, port: number): string {
  return familyOfText(address) === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}
