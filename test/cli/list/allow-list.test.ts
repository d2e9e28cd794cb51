import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commit, repository } from '../../rig/repository.js';
import { weir } from '../../rig/weir.js';
import { scratch } from '../../sources/scratch.js';
import { FILES, egressIP } from './files.js';

describe('weir list --allow-list', () => {
  it('writes a page of the addresses of each namespace, and tells those that are not stable', async () => {
    const { code, out, err } = await weir(scratch(FILES), ['list', '--allow-list', '--valid-from', '2026-12-01']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(`# Source addresses of egress traffic

From 2026-12-01, traffic of these namespaces comes from these addresses.

- \`orders\`: \`192.0.2.30\`
- \`payments\`: \`192.0.2.20\`, \`192.0.2.110\`

## Not stable

Some or all pods of these namespaces use the addresses of their nodes or their own. These addresses change with
nodes and pods, so do not rely on them in an allow list.

- \`shop\`: \`192.0.2.4\`, \`192.0.2.5\`
- \`watch\`: an unknown address

## All addresses to allow

\`\`\`
192.0.2.30
192.0.2.20
192.0.2.110
\`\`\`
`);
  });

  it('names nothing of the inside but namespaces and addresses', async () => {
    const folder = scratch(FILES);
    for (const format of ['markdown', 'csv', 'json']) {
      const { out } = await weir(folder, ['list', '--allow-list', '--format', format]);
      expect(out).not.toMatch(/elm|oak|ferry|tram|web|10\.128\.|192\.0\.2\.[12]\b/);
    }
  });

  /** `payments` gives an address back and takes another, and `orders` goes to the addresses of its nodes. */
  const changed = (): string => {
    const folder = repository(FILES);
    writeFileSync(join(folder, 'egress/ferry.yaml'), egressIP('ferry', 'payments', '192.0.2.20', '192.0.2.120'));
    rmSync(join(folder, 'egress/tram.yaml'));
    return folder;
  };

  it('says with a base what is new, kept and going away', async () => {
    const words = ['list', '--allow-list', '--base', 'HEAD', '--valid-from', '2026-12-01'];
    const { code, out, err } = await weir(changed(), words);
    expect([code, err]).toEqual([0, '']);
    const [, ...sections] = out.split('\n## ').map((text) => text.split('\n').filter((line) => /^[-1A-Z]/.test(line)));
    expect(sections.filter(([title]) => title !== 'Not stable')).toEqual([
      ['New: allow these from 2026-12-01', '- `payments`: `192.0.2.120`'],
      ['Kept', '- `payments`: `192.0.2.20`'],
      ['Removed: no longer used from 2026-12-01', '- `orders`: `192.0.2.30`', '- `payments`: `192.0.2.110`'],
      ['All addresses to allow', '192.0.2.20', '192.0.2.120'],
    ]);
  });

  it('says the same of two revisions as CSV', async () => {
    const folder = changed();
    commit(folder);
    writeFileSync(join(folder, 'egress/ferry.yaml'), '');
    const words = ['list', '--allow-list', '--base', 'HEAD~1', '--rev', 'HEAD', '-n', 'payments', '--format', 'csv'];
    const { out } = await weir(folder, words);
    expect(out.split('\n')).toEqual([
      'namespace,address,family,stable,change,validFrom',
      'payments,192.0.2.20,IPv4,yes,kept,',
      'payments,192.0.2.110,IPv4,yes,gone,',
      'payments,192.0.2.120,IPv4,yes,new,',
      '',
    ]);
  });

  it('says the same of two folders as JSON', async () => {
    const folder = scratch({
      ...Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`before/${path}`, text])),
      ...FILES,
      'weir.yaml': 'manifests: [egress/*.yaml]\n',
    });
    const words = [
      'list',
      '--allow-list',
      '--base',
      './before',
      '--inventory',
      'inventory',
      '-n',
      'orders',
      '-f',
      'json',
    ];
    const { out } = await weir(folder, [...words, '--valid-from', '2026-12-01']);
    expect(JSON.parse(out)).toEqual({
      validFrom: '2026-12-01',
      namespaces: [
        {
          namespace: 'orders',
          addresses: [{ address: '192.0.2.30', family: 'IPv4', change: 'kept' }],
          unstable: [],
          hasUnknown: false,
        },
      ],
    });
  });

  it('fails with the errors of a base that cannot be compiled', async () => {
    const folder = repository({ ...FILES, 'egress/shop.yaml': 'apiVersion: k8s.ovn.org/v1\nkind: EgressIP\n' });
    writeFileSync(join(folder, 'egress/shop.yaml'), FILES['egress/shop.yaml'] ?? '');
    const { code, out, err } = await weir(folder, ['list', '--allow-list', '--base', 'HEAD']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('weir: HEAD cannot be compiled');
  });

  it('says so where no namespace has an address of its own', async () => {
    const { out } = await weir(scratch(FILES), ['list', '--allow-list', '-n', 'shop']);
    expect(out.trimEnd().split('\n').at(-1)).toBe('No namespace has a stable address.');
    expect(out).not.toContain('All addresses');
  });
});
