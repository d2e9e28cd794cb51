import { describe, expect, it } from 'vitest';
import { checkConfiguration } from '../../../src/schema/configuration.js';
import { locateReports } from '../../../src/diagnostics/place.js';
import { EMPTY_LOCK, parseLock } from '../../../src/settings/lock/parse.js';
import { renderLock } from '../../../src/settings/lock/render.js';
import type { Report } from '../../../src/model/diagnostic.js';
import type { Lock } from '../../../src/model/lock.js';
import { lockedAddresses } from '../../rig/locked-addresses.js';

function parse(text: string): { lock: Lock | undefined; said: string[] } {
  const reports: Report[] = [];
  const lock = parseLock({ path: 'weir.lock.yaml', text }, checkConfiguration, (report) => reports.push(report));
  return { lock, said: locateReports(reports).map(({ code, at }) => `${code} ${at?.line ?? 0}:${at?.column ?? 0}`) };
}

describe('the lock', () => {
  it('that is missing, empty or only a comment locks nothing', () => {
    expect(parseLock(undefined, checkConfiguration, () => undefined)).toBe(EMPTY_LOCK);
    for (const text of ['', '# nothing yet\n', '{}\n', '{}\n---\n'])
      expect(parse(text)).toEqual({ lock: EMPTY_LOCK, said: [] });
  });

  it('is in byte order, whatever order the file has', () => {
    const { lock } = parse(
      'egressServices: {shop/web: n1}\negressIPs:\n  b: {}\n  a:\n    mark: 50001\n    addresses: {fd00::2: n2, 10.0.0.9: n1}\n',
    );
    expect(lock && [...lock.egressIPs.keys()]).toEqual(['a', 'b']);
    expect(lock?.egressIPs.get('a')?.mark).toBe(50001);
    const addresses = lock?.egressIPs.get('a')?.addresses ?? [];
    expect(Array.from(addresses, ([text, { address, node }]) => [text, address.family, node])).toEqual([
      ['10.0.0.9', 'IPv4', 'n1'],
      ['fd00::2', 'IPv6', 'n2'],
    ]);
    expect([...(lock?.egressServices ?? [])]).toEqual([['shop/web', 'n1']]);
  });

  it('has what was rendered', () => {
    const lock: Lock = {
      egressIPs: new Map([
        [
          'a',
          {
            mark: 50000,
            addresses: lockedAddresses([
              ['10.0.0.9', 'on'],
              ['fd00::2', '7'],
            ]),
          },
        ],
        ['true', { addresses: new Map() }],
      ]),
      egressServices: new Map([['shop/web', 'n1.example']]),
    };
    expect(parse(renderLock(lock)).lock).toEqual(lock);
  });

  it.each([
    ['- a\n', 'lock/not-a-mapping 1:1'],
    ['a: 1\n---\nb: 2\n', 'lock/not-a-mapping 1:1'],
    ['egressIPs:\n  a:\n    addresses:\n      10.0.0.300: n1\n', 'lock/bad-address 4:7'],
    ['egressIPs:\n  a:\n    addresses:\n      FD00::2: n1\n', 'lock/not-canonical 4:7'],
    ['egressIPs:\n  a:\n    mark: 7\n', 'schema/out-of-range 3:11'],
    ['egressIPs:\n  a:\n    mark: many\n', 'schema/wrong-type 3:11'],
    ['egressIPs:\n  a:\n    nodes: {}\n', 'schema/unknown-field 3:5'],
    ['egressIPs: [a]\n', 'schema/wrong-type 1:1'],
    ['egressIPs:\n  a: {}\n  a: {}\n', 'yaml/duplicate-key 3:3'],
    ['egressIPs:\n  __proto__: {}\n', 'yaml/reserved-key 2:3'],
    ['<<<<<<< ours\negressIPs: {}\n=======\n', 'yaml/syntax 2:10'],
    [`${'['.repeat(200)}\n`, 'yaml/too-deep 1:65'],
  ])('%j is an error with its place', (text, expected) => {
    const { lock, said } = parse(text);
    expect(lock).toBeUndefined();
    expect(said[0]).toBe(expected);
  });
});
