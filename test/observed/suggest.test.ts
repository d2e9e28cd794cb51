import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const HOLDS = fileURLToPath(new URL('../../fixtures/expectation/what-holds/', import.meta.url));
const FILES = Object.fromEntries(
  ['weir.yaml', 'egress.yaml', 'inventory.yaml'].map((path) => [path, readFileSync(join(HOLDS, path), 'utf8')]),
);
const many = Array.from({ length: 9 }, (_, index) => `10.128.0.7,198.51.100.${index},TCP,443,\n`).join('');
const FLOWS = `source,destination,protocol,port,verdict
10.128.2.5,203.0.113.7,TCP,443,
10.128.2.5,203.0.113.7,TCP,8443,
10.128.2.5,172.30.0.9,TCP,5432,
10.128.2.5,10.128.2.6,TCP,15432,
10.128.2.5,198.51.100.7,TCP,443,
10.128.2.5,203.0.113.9,TCP,22,drop
203.0.113.50,10.128.0.7,TCP,8080,
${many}192.0.2.2,10.128.0.7,TCP,8080,
10.128.0.7,203.0.113.9,ICMP,,
`;

describe('weir expect --suggest --flows', () => {
  it('suggests the observed flows that hold, which weir expect verifies', async () => {
    const folder = scratch({ ...FILES, 'flows.csv': FLOWS });
    const { out, err, code } = await weir(folder, ['expect', '--suggest', '--flows', 'flows.csv']);
    expect(code).toBe(0);
    expect(out).toBe(`expectations:
  - name: "203.0.113.50 reaches shop/web-0"
    from: { cidr: 203.0.113.50/32 }
    to: { peer: "pod/shop/web-0", ports: [8080/TCP] }
    reachable: true
  - name: payments/gateway-0 reaches 203.0.113.7
    from: "pod/payments/gateway-0"
    to: { cidr: 203.0.113.7/32, ports: [443/TCP, 8443/TCP] }
    reachable: true
  - name: payments/gateway-0 reaches payments/db-0
    from: "pod/payments/gateway-0"
    to: { peer: "pod/payments/db-0", ports: [15432/TCP] }
    reachable: true
  - name: "payments/gateway-0 reaches payments/db[Service]"
    from: "pod/payments/gateway-0"
    to: { service: "payments/db", ports: [5432/TCP] }
    reachable: true
  - name: shop/web-0 reaches 198.51.100.0/24
    from: "pod/shop/web-0"
    to: { cidr: 198.51.100.0/24, ports: [443/TCP] }
    reachable: true
`);
    expect(err).toBe('weir: no expectation that holds describes 4 observed flows\n');
    writeFileSync(join(folder, 'expectations.yaml'), out);
    const verified = await weir(folder, ['expect', '--format', 'json']);
    const states = (JSON.parse(verified.out) as { state: string }[]).map(({ state }) => state);
    expect([verified.code, [...new Set(states)]]).toEqual([0, ['holds']]);
  });

  it('suggests that a workload reaches nothing else outside, if that holds', async () => {
    const ports = 'ports: [{ protocol: TCP, port: 443 }, { protocol: TCP, port: 8443 }]';
    const egress = FILES['egress.yaml']?.replace('203.0.113.0/24', `203.0.113.7/32\n      ${ports}`) ?? '';
    const flows = FLOWS.replace(/.*198.51.100.7.*/, '');
    const folder = scratch({ ...FILES, 'egress.yaml': egress, 'flows.csv': flows });
    const { out } = await weir(folder, ['expect', '--suggest', '--flows', 'flows.csv']);
    expect(out).toContain(`  - name: payments/gateway-0 reaches these outside and nothing else
    from: "pod/payments/gateway-0"
    to: outside
    only: [{ cidr: 203.0.113.7/32, ports: [443/TCP, 8443/TCP] }]
`);
  });

  it('requires --suggest', async () => {
    const { code, err } = await weir(scratch(FILES), ['expect', '--flows', 'flows.csv']);
    expect([code, err]).toEqual([1, 'weir: --flows requires --suggest\n']);
  });
});
