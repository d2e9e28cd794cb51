import { createHash } from 'node:crypto';
import { type Address, formatAddress } from '../net/address.js';

/** Returns the MAC of an address: `0a:58:` and the octets of IPv4, or the start of the SHA-256 of the IPv6 text. */
export function macOf(address: Address): string {
  const value =
    address.family === 'IPv4'
      ? Number(address.value)
      : createHash('sha256').update(formatAddress(address)).digest().readUInt32BE(0);
  const digits = value.toString(16).padStart(8, '0');
  return `0a:58:${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4, 6)}:${digits.slice(6)}`;
}
