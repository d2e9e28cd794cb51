import type { PlatformVIP } from '../../model/address-inventory.js';
import type { Manifest } from '../../model/manifest.js';
import { readAddress } from '../../net/address.js';
import { escapePointer } from '../../yaml/locate.js';
import { type Json, asObject, asList, asString } from '../../std/json.js';

const FIELDS = [
  { role: 'API', list: 'apiServerInternalIPs', single: 'apiServerInternalIP' },
  { role: 'ingress', list: 'ingressIPs', single: 'ingressIP' },
] as const;

/**
 * Returns the virtual addresses in an Infrastructure object (config.openshift.io/v1) of any platform, once per role.
 */
export function readPlatformVIPs(manifest: Manifest): PlatformVIP[] {
  const platforms = asObject(asObject(manifest.object.status)?.platformStatus) ?? {};
  const seen = new Set<string>();
  return Object.entries(platforms).flatMap(([platform, value]) => {
    const status = asObject(value) ?? {};
    const base = `/status/platformStatus/${escapePointer(platform)}`;
    return FIELDS.flatMap(({ role, list, single }) => {
      const listed: (readonly [Json | undefined, string])[] = [
        ...asList(status[list]).map((text, index) => [text, `${base}/${list}/${index}`] as const),
        [status[single], `${base}/${single}`],
      ];
      return listed.flatMap(([text, pointer]) => {
        const address = readAddress(asString(text) ?? '');
        if (!address || seen.has(`${role} ${address.text}`)) return [];
        seen.add(`${role} ${address.text}`);
        return [{ address, role, pointer, manifest }];
      });
    });
  });
}
