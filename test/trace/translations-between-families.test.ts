import { expect, test } from 'vitest';
import { readTranslations } from '../../src/trace/translations.js';
import { packetOf } from '../../src/trace/packet.js';
import { createZone } from '../../src/trace/zone.js';

function translate(logical: string, external: string, source: string): number {
  const columns = { type: 'snat', logical_ip: logical, external_ip: external };
  const rows = new Map([
    ['NAT', [{ key: 'nat', columns }]],
    ['Logical_Router', [{ key: 'router', columns: { nat: ['nat'] } }]],
  ]);
  const zone = createZone({ zone: 'global', rows, attachments: [], absent: new Map() });
  const destination = source.includes(':') ? '2001:db8::1' : '203.0.113.1';
  return readTranslations(zone, 'router').find(packetOf(source, destination, 'TCP', 443)).length;
}

test('a translation applies if both addresses are of one family', () => {
  expect(translate('10.128.0.0/14', '192.0.2.1', '10.128.2.5')).toBe(1);
  expect(translate('fd01::/48', '2001:db8::9', 'fd01::5')).toBe(1);
});

test('a translation to an address of the other family has no effect', () => {
  expect(translate('fd01::/48', '192.0.2.1', 'fd01::5')).toBe(0);
  expect(translate('10.128.0.0/14', '2001:db8::9', '10.128.2.5')).toBe(0);
});
