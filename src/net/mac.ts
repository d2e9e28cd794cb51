import { createHash } from 'node:crypto';
import { type Address, formatAddress } from './address.js';

/** The MAC that OVN-Kubernetes derives from an address: `0a:58:` and the octets, or the start of the text's SHA-256. */
export function macOf(address: Address): string {
  const bytes =
    address.family === 'IPv4'
      ? [24n, 16n, 8n, 0n].map((shift) => Number((address.value >> shift) & 255n))
      : [...createHash('sha256').update(formatAddress(address)).digest().subarray(0, 4)];
  return ['0a', '58', ...bytes.map((byte) => byte.toString(16).padStart(2, '0'))].join(':');
}

/** Whether the text is a MAC address of six octets separated by colons. */
export function isMac(text: string): boolean {
  return /^[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}$/.test(text);
}
