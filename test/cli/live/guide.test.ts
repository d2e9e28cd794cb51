import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ZONE, reason } from '../../apply/northbound/northbound.js';
import { REPOSITORY } from './cluster.js';
import { weir } from './run.js';
import { type LiveZone, OLDER_SCHEMA, startZone } from './zone.js';

const GUIDE = readFileSync(new URL('../../../docs/guide.md', import.meta.url), 'utf8');
const [, SECTION = ''] = GUIDE.split('## 6. Into the cluster');
/** The words of each command of the section, without its comment. */
const COMMANDS = Array.from(SECTION.matchAll(/^weir ([^#\n]*)/gm), ([, words = '']) => words.trim().split(/ +/));
const SOCKET = 'unix:/var/run/ovn/ovnnb_db.sock';
const why = reason ?? (process.getuid?.() === 0 ? undefined : 'not root, who alone may list rules of nftables');

const FILES = {
  'weir.yaml': `${OLDER_SCHEMA}inventory: [inventory/*]\n`,
  'egress/qos.yaml': REPOSITORY['egress/qos.yaml'],
};

describe.skipIf(why !== undefined)(`the commands of the guide about a cluster${why ? ` (${why})` : ''}`, () => {
  let server: LiveZone['server'];
  let rig: LiveZone['rig'];
  let folder: string;
  beforeAll(async () => {
    const zone = await startZone(FILES);
    ({ server, rig, folder } = zone);
    copyFileSync(server.database, join(folder, 'ovnnb.db'));
    const asked = ['inventory', '--out', 'inventory', '--kubeconfig', rig.kubeconfig];
    expect(await weir(folder, ...asked)).toMatchObject({ status: 0 });
    expect(await weir(folder, 'compile')).toMatchObject({ status: 0, err: '' });
    return zone.close;
  });

  /** With the names and the servers that the tests have in the place of those that a reader has. */
  const here = (words: readonly string[]): string[] => {
    const names: Readonly<Record<string, string>> = { ZONE, NODE: 'heron', [SOCKET]: `unix:${server.socket}` };
    const isLive = words.includes('--live');
    return [
      ...words.map((word) => names[word] ?? word),
      ...(isLive ? ['--kubeconfig', rig.kubeconfig] : []),
      ...(isLive && words.includes('northbound') ? ['--remote', `unix:${server.socket}`] : []),
    ];
  };

  it('say what an apply would change, one after the other', async () => {
    const before = await server.dump();
    const answers: string[] = [];
    for (const words of COMMANDS) {
      const { status, out, err } = await weir(folder, ...here(words));
      answers.push(`${status} ${out.split('\n')[0] ?? ''}`);
      // What comes next, and nothing else.
      expect(err, words.join(' ')).toMatch(/^(?:weir: `weir (?:apply|plan) [^\n]*\n)?$/);
    }
    expect(answers).toEqual([
      expect.stringMatching(/^2 northbound global: [1-9][0-9]* to create/),
      expect.stringMatching(/^2 northbound global: [1-9][0-9]* missing/),
      expect.stringMatching(/^0 weir\.policy\.json: policy [0-9a-f]{64} of 1 resource$/),
      '2 cluster: 1 to create',
      expect.stringMatching(/^2 northbound global: [1-9][0-9]* to create/),
      // What it finds depends on the host that runs the tests.
      expect.stringMatching(/^[02] node heron: /),
    ]);
    expect(await server.dump()).toEqual(before);
  });
});
