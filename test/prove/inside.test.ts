import { expect, it } from 'vitest';
import { proveChanged } from './changed-rows.js';

const EGRESS_IP = 'egress-ip/one-address-for-the-pods-of-a-namespace';
const ZONES = 'egress-ip/pods-of-another-zone-go-over-the-transit-switch';

it('packets to the own node arrive at its host, which a wrong policy prevents', async () => {
  expect(await proveChanged(EGRESS_IP, 'Logical_Router_Policy', /\|1004\|/, () => ({ action: 'drop' }))).toContain(
    'arrives at node heron from 10.128.22.9 ≠ arrives nowhere',
  );
});

it('packets to a secondary address of the own node arrive at its host', async () => {
  const name = 'egress-service/host-of-a-service-and-of-an-egress-address';
  const found = await proveChanged(name, 'Logical_Router_Policy', /\|1004\|.*172\.20\./, () => ({ action: 'drop' }));
  expect(found).toContain('arrives at node otter from 10.128.24.9 ≠ arrives nowhere');
});

it('packets to another node leave by the own one, also if an egress address is on another', async () => {
  expect(await proveChanged(EGRESS_IP, 'Logical_Router_Policy', /Pod-To-Node/, () => ({ match: '0' }))).toContain(
    'arrives at node heron from 192.168.10.12 ≠ arrives nowhere',
  );
});

it('packets to a pod of another zone arrive there with the address of the sender', async () => {
  const found = await proveChanged(ZONES, 'Logical_Router_Static_Route', /\|100\.88\./, () => ({
    nexthop: '100.88.0.99',
  }));
  expect(found).toContainEqual(expect.stringMatching(/^arrives at pod \S+ from (\S+) ≠ arrives nowhere$/));
});

it('packets to a pod arrive at its port', async () => {
  const found = await proveChanged(EGRESS_IP, 'Logical_Switch_Port', /^depot_crate-0$/, () => ({
    addresses: ['0a:58:0a:80:16:0a 10.128.22.77'],
  }));
  expect(found).toContainEqual(expect.stringMatching(/^arrives at pod depot\/crate-0 from \S+ ≠ arrives nowhere$/));
});

it('packets of a pod are sent from its port', async () => {
  const found = await proveChanged(EGRESS_IP, 'Logical_Switch_Port', /^depot_crate-0$/, () => ({
    port_security: ['0a:58:0a:80:16:0a 10.128.22.77'],
  }));
  expect(found).toContainEqual(expect.stringMatching(/^source 192.168.10.11, .* ≠ stays in the cluster$/));
});

it('packets of new connections get no mark of replies', async () => {
  expect(await proveChanged(EGRESS_IP, 'QoS', /Mark-Reply/, () => ({ match: '1' }))).toContainEqual(
    expect.stringMatching(/^source 192.168.10.50, node heron, .* ≠ source 192.168.10.12, node otter, /),
  );
});
