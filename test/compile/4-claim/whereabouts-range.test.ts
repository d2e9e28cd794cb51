import { describe, expect, it } from 'vitest';
import { attachment, checkObjects, egressIP, pool } from './inventory.js';

describe('a range of whereabouts', () => {
  it('makes an address in it a matter of time', () => {
    const { said, refusals } = checkObjects([
      egressIP('a', ['192.168.2.230']),
      pool('192.168.2.224-28', '192.168.2.224/28', { 1: 'web/a-0', 4: 'web/a-1' }),
    ]);
    expect(said).toEqual([
      'warning claims/allocation-range: EgressIP a: address 192.168.2.230 is in the range 192.168.2.224/28 of whereabouts, which may allocate it to a pod',
    ]);
    expect(refusals.isRefused('EgressIP', 'a', '192.168.2.230')).toBe(false);
  });

  it.each([
    ['the CIDR', { range: '192.168.2.224/28' }, true],
    ['first and last address', { range: '192.168.2.228-192.168.2.232/28' }, true],
    ['a range that ends before', { range: '192.168.2.224/28', range_end: '192.168.2.229' }, false],
    ['a range that starts behind', { range: '192.168.2.224/28', range_start: '192.168.2.231' }, false],
    ['an end outside of the range', { range: '192.168.2.224/28', range_end: '192.168.9.9' }, true],
    ['a list of ranges', { ipRanges: [{ range: '10.0.0.0/24' }, { range: '192.168.2.224/28' }] }, true],
    ['the address excluded', { range: '192.168.2.224/28', exclude: ['192.168.2.230'] }, false],
    ['a network excluded', { range: '192.168.2.224/28', exclude: ['192.168.2.228/30', '10.0.0.0/8'] }, false],
    ['other addresses excluded', { range: '192.168.2.224/28', exclude: ['192.168.2.229', '192.168.2.231/32'] }, true],
  ])('written as %s in an attachment: %j', (_, ipam, isInside) => {
    const { said } = checkObjects([
      egressIP('a', ['192.168.2.230']),
      attachment('lan', { type: 'whereabouts', ...ipam }),
    ]);
    expect(said.map((text) => text.split(':')[0])).toEqual(isInside ? ['warning claims/allocation-range'] : []);
  });

  it('that an attachment excludes is excluded for its pool too', () => {
    const objects = [
      egressIP('a', ['192.168.2.230']),
      pool('192.168.2.224-28', '192.168.2.224/28', {}),
      attachment('lan', { type: 'whereabouts', range: '192.168.2.224/28', exclude: ['192.168.2.230/32'] }),
    ];
    expect(checkObjects(objects).said).toEqual([]);
  });

  it('leaves the gateway and the fixed addresses of an attachment to it', () => {
    const { said } = checkObjects([
      egressIP('a', ['192.168.2.1', '192.168.2.9']),
      attachment('lan', { type: 'static', addresses: [{ address: '192.168.2.9/24', gateway: '192.168.2.1' }] }),
    ]);
    expect(said).toEqual([
      'rejected claims/gateway: EgressIP a: address 192.168.2.1 is the gateway of NetworkAttachmentDefinition shop/lan',
      'warning claims/address-of-attachment: EgressIP a: address 192.168.2.9 is assigned to every pod of NetworkAttachmentDefinition shop/lan',
    ]);
  });
});
