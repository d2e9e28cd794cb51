import { type CanonicalAddress, type Family, formatSocket } from '../../../../net/address.js';

/** The endpoints behind a virtual address. */
export interface BalancerTargets {
  /** As `Load_Balancer.vips` lists them; '' for none. */
  readonly text: string;
  readonly isEmpty: boolean;
  /** The same with `masquerade` in the place of each of `own`; itself where none of those is there. */
  readonly replace: (own: readonly CanonicalAddress[], masquerade: CanonicalAddress) => BalancerTargets;
}

/** Targets of both families. */
export type FamilyBalancerTargets = Readonly<Record<Family, BalancerTargets>>;

/** The targets on one port, in the order of their addresses. */
export function targetsOf(addresses: readonly CanonicalAddress[], port: number): BalancerTargets {
  let known: ReadonlySet<string> | undefined;
  return {
    text: addresses.map((address) => formatSocket(address.text, port)).join(','),
    isEmpty: addresses.length === 0,
    replace(own, masquerade) {
      const there = (known ??= new Set(addresses.map(({ text }) => text)));
      if (!own.some(({ text }) => there.has(text))) return this;
      const replaced = new Set(own.map(({ text }) => text));
      return targetsOf(
        addresses.map((address) => (replaced.has(address.text) ? masquerade : address)),
        port,
      );
    },
  };
}
