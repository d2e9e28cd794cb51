import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compile } from '../../../src/compile/compile.js';
import { readChunks } from '../../../src/std/byte-writer.js';
import { objectsOf, serviceNode } from '../../kinds/egress-service/objects.js';
import { configurationOf } from '../3-index/inventory.js';

const folder = mkdtempSync(join(tmpdir(), 'weir-no-ipv6-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const isRoot = process.getuid?.() === 0;
const inNamespace = isRoot && spawnSync('unshare', ['--net', 'ip', 'rule']).status === 0;

/** Batches of the nodes of a cluster that has IPv4 only, by path. */
function batches(): ReadonlyMap<string, string> {
  const service = { number: 1, endpoints: ['10.128.1.5 n1'], local: true, ingress: { hostname: 'lb.example.com' } };
  const text = [serviceNode(1, 'edge'), ...objectsOf(service)].map((one) => `---\n${JSON.stringify(one)}\n`).join('');
  const configuration = configurationOf('interconnect: true\n');
  const { artefacts } = compile({ configuration, files: [{ path: 'all.yaml', text }] });
  const own = artefacts.filter(({ path }) => path.endsWith('.batch'));
  return new Map(own.map(({ path, content }) => [path, readChunks(content)]));
}

describe('a host of a cluster without IPv6', () => {
  it('gets no rules of IPv6, whatever the ingress of a Service is', () => {
    expect([...batches().keys()]).toEqual(['nodes/n1/routes.batch']);
  });

  it.skipIf(!inNamespace)('takes all that is written for it while its IPv6 is disabled', () => {
    const loads = [...batches()].map(([path, text], index) => {
      const file = join(folder, `${index}.batch`);
      writeFileSync(file, text);
      return `ip ${path.endsWith('routes6.batch') ? '-6' : '-4'} -batch ${file}`;
    });
    const script = ['sysctl -qw net.ipv6.conf.all.disable_ipv6=1', ...loads, 'ip -4 rule', 'ip -6 rule'].join('\n');
    const shown = execFileSync('unshare', ['--net', 'sh', '-ec', script], { encoding: 'utf8' });
    expect(shown.match(/^500[01]:.*$/gm)).toEqual([
      '5000:\tfrom 10.128.1.5 lookup 1001',
      '5000:\tfrom 172.16.1.1 lookup 1001',
    ]);
  });
});
