import { addressOfCloudName } from '../../cloud/name.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { parseAddress } from '../../net/address.js';
import { messages } from './messages.js';

const LEADING_ZEROS = /(?<![0-9])0+(?=[0-9])/g;

/**
 * Checks that the name of a CloudPrivateIPConfig writes an address: IPv4, with leading zeros as the API server takes
 * them, or all 32 digits of an IPv6 address with dots for colons.
 */
export function checkName({ kind, namespace, name, origin }: Manifest, report: Reporter): void {
  if (addressOfCloudName(name) ?? parseAddress(name.replace(LEADING_ZEROS, ''))) return;
  report({
    ...messages.badName(name),
    location: { origin, pointer: '/metadata/name' },
    resource: { kind, namespace, name },
  });
}
