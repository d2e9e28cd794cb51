import type { Address, Prefix } from './address.js';

/**
 * An IPv4 address that is counted in a double. It is a class, so that its bigint is made on demand: making it takes
 * longer than reading the address.
 */
export class IPv4Address implements Address {
  readonly family = 'IPv4';
  readonly number: number;
  #value: bigint | undefined;

  constructor(number: number) {
    this.number = number;
  }

  get value(): bigint {
    return (this.#value ??= BigInt(this.number));
  }
}

/** An IPv4 network whose base is counted in a double, for the same reason. */
export class IPv4Prefix implements Prefix {
  readonly family = 'IPv4';
  readonly first: number;
  readonly length: number;
  #base: bigint | undefined;

  constructor(first: number, length: number) {
    this.first = first;
    this.length = length;
  }

  get base(): bigint {
    return (this.#base ??= BigInt(this.first));
  }
}

/** Returns an IPv4 address as a double. */
export function ipv4Number(address: Address): number {
  return address instanceof IPv4Address ? address.number : Number(address.value);
}

/** Returns the base of an IPv4 network as a double. */
export function firstOf(prefix: Prefix): number {
  return prefix instanceof IPv4Prefix ? prefix.first : Number(prefix.base);
}
