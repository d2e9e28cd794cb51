import type { Messages } from '../kind.js';

/** All that is said only of this kind. Names are valid RFC 1123 subdomains when they come here. */
export const messages = {
  badName: (name: string) => ({
    code: 'cloud-private-ip-config/bad-name',
    severity: 'error' as const,
    message: `'${name.length > 80 ? `${name.slice(0, 80)}…` : name}' is not an IPv4 address or an expanded IPv6 address`,
    help: 'name the object as its address: 192.0.2.7, or fd00.0000.0000.0000.0000.0000.0000.0007 for fd00::7',
  }),
} satisfies Messages;
