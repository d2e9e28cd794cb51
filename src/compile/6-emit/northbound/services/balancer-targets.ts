import { type CanonicalAddress, type Family, formatSocket } from '../../../../net/address.js';

/** The endpoints behind a virtual address. */
export interface BalancerTargets {
  /** Targets as in `Load_Balancer.vips`, or '' for none. */
  readonly text: string;
  readonly isEmpty: boolean;
  /** Returns the targets with `masquerade` instead of each of `own`, or itself if it contains none of those. */
  readonly replace: (own: readonly CanonicalAddress[], masquerade: CanonicalAddress) => BalancerTargets;
}

/** Targets of both families. */
export type FamilyBalancerTargets = Readonly<Record<Family, BalancerTargets>>;

/** Addresses that listen on a port. */
export interface PortAddresses {
  readonly port: number;
  readonly addresses: readonly CanonicalAddress[];
}

/** Returns the targets on ports, in the order of the ports, then of the addresses. */
export function targetsOf(parts: readonly PortAddresses[]): BalancerTargets {
  let known: ReadonlySet<string> | undefined;
  const texts = parts.flatMap(({ port, addresses }) => addresses.map(({ text }) => formatSocket(text, port)));
  return {
    text: texts.join(','),
    isEmpty: texts.length === 0,
    replace(own, masquerade) {
      const there = (known ??= new Set(parts.flatMap(({ addresses }) => addresses.map(({ text }) => text))));
      if (!own.some(({ text }) => there.has(text))) return this;
      const replaced = new Set(own.map(({ text }) => text));
      return targetsOf(
        parts.map(({ port, addresses }) => ({
          port,
          addresses: addresses.map((address) => (replaced.has(address.text) ? masquerade : address)),
        })),
      );
    },
  };
}
