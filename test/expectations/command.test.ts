import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commit, repository } from '../rig/repository.js';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';
import { FILES, FIREWALL, REQUESTS, WIDER, route } from './repository.js';

const BROKEN = { ...FILES, 'egress/shop.yaml': WIDER };

describe('weir expect', () => {
  it('says of every expectation that it holds, with exit code 0', async () => {
    const { code, out } = await weir(scratch(FILES), ['expect']);
    expect({ code, last: out.trimEnd().split('\n').at(-1) }).toEqual({ code: 0, last: '2 of 2 expectations hold' });
    expect(out).toContain('holds    the shop reaches its partner');
  });

  it('shows a packet that breaks one, with the rule that decides and its line, and exit code 2', async () => {
    const { code, out } = await weir(scratch(BROKEN), ['expect']);
    expect(code).toBe(2);
    expect(out).toContain('failed   the shop reaches its partner');
    expect(out).toMatch(/shop\/checkout-0 \(10\.128\.0\.5\) → 203\.0\.112\.\d+ TCP 443 is allowed/);
    expect(out).toContain('egress/shop.yaml:14:7');
    expect(out).toContain('expectations.yaml:5:5');
    expect(out).toContain('1 of 2 expectations hold');
  });

  it('writes the same for programs, and with -C from any folder', async () => {
    const folder = scratch(BROKEN);
    const json = await weir('/', ['expect', '-C', folder, '--format', 'json']);
    expect(json.code).toBe(2);
    expect(JSON.parse(json.out)).toMatchObject([
      { source: 'repository', state: 'broken', at: { line: 2 }, findings: [{ code: 'expectation/passes' }] },
      { state: 'holds', findings: [] },
    ]);
  });

  it('warns of one that holds because no packet leaves, with exit code 0', async () => {
    const silent =
      '  - { name: nobody leaves, from: { namespace: shop }, to: { cidr: 192.0.2.0/24 }, source: [192.0.2.77] }\n';
    const folder = scratch({ ...FILES, 'expectations.yaml': `expectations:\n${silent}` });
    const { code, out } = await weir(folder, ['expect']);
    expect(code).toBe(0);
    expect(out).toContain('holds    nobody leaves');
    expect(out).toMatch(/^warning\[expectation\/nothing-passes\]: .* is dropped by EgressFirewall shop\/default/m);
    const json = await weir(folder, ['expect', '--format', 'json']);
    expect(JSON.parse(json.out)).toMatchObject([{ state: 'holds', findings: [], notes: [{ severity: 'warning' }] }]);
  });

  it('leads on to `weir diff` where there is a commit to compare with', async () => {
    const about = '`weir diff` shows the effect of the current changes';
    expect((await weir(repository(BROKEN), ['expect'])).err).toContain(about);
    expect((await weir(scratch(BROKEN), ['expect'])).err).not.toContain(about);
  });

  it('writes JUnit, SARIF and annotations, with nothing in them that its reader could take for markup', async () => {
    const named = (FILES['expectations.yaml'] ?? '').replace('the shop', `'<b>"&`).replace('outside\n', `outside'\n`);
    const folder = scratch({ ...BROKEN, 'expectations.yaml': named });
    const junit = await weir(folder, ['expect', '--format', 'junit']);
    expect(junit.out).toContain('<testsuites name="weir expect" tests="2" failures="1">');
    expect(junit.out).toContain('name="&lt;b&gt;&quot;&amp; reaches its partner');
    const sarif = await weir(folder, ['expect', '--format', 'sarif']);
    expect(JSON.parse(sarif.out)).toMatchObject({ runs: [{ results: [{ ruleId: 'expectation/passes' }] }] });
    const github = await weir(folder, ['expect', '--format', 'github']);
    expect(github.out).toMatch(/^::warning .*file=expectations\.yaml/m);
  });

  it('ends with 1 where the file cannot be read, and with 0 and a note where there is none', async () => {
    const bad = await weir(scratch({ ...FILES, 'expectations.yaml': 'expectations: [{ nam: x }]' }), ['expect']);
    expect(bad).toMatchObject({ code: 1, out: '' });
    expect(bad.err).toContain('schema/unknown-field');
    const others = Object.entries(FILES).filter(([path]) => path !== 'expectations.yaml');
    const none = await weir(scratch(Object.fromEntries(others)), ['expect']);
    expect(none).toMatchObject({ code: 0, out: '' });
    expect(none.err).toContain('no expectations, create ');
  });
});

describe('other commands', () => {
  it('weir check ends with 2 where an expectation does not hold', async () => {
    const { code, out } = await weir(scratch(BROKEN), ['check']);
    expect(code).toBe(2);
    expect(out).toContain('warning[expectation/passes]');
    expect((await weir(scratch(FILES), ['check'])).code).toBe(0);
  });

  it('weir diff says which expectation the change breaks, by which line, and what decided before', async () => {
    const folder = repository(FILES);
    writeFileSync(join(folder, 'egress/shop.yaml'), WIDER);
    const { code, out } = await weir(folder, ['diff', 'HEAD']);
    expect(code).toBe(2);
    expect(out).toContain('violates 1 expectation');
    expect(out).toContain('and nothing else outside: violated by this change');
    expect(out).toContain('EgressFirewall: Allow 203.0.112.0/23: egress/shop.yaml:14');
    expect(out).toContain("before this change: EgressFirewall shop/default, 'Deny 0.0.0.0/0': egress/shop.yaml:17");
    commit(folder);
    writeFileSync(join(folder, 'egress/shop.yaml'), FIREWALL);
    expect((await weir(folder, ['diff', 'HEAD'])).out).toContain('fixed by this change');
  });

  it('weir diff tells what was broken before from what is broken now, and what is withdrawn because it is', async () => {
    const folder = repository(BROKEN);
    writeFileSync(join(folder, 'egress/shop.yaml'), `${WIDER}# a comment\n`);
    expect((await weir(folder, ['diff', 'HEAD'])).out).toContain('failed before this change, and still fails');
    writeFileSync(join(folder, 'expectations.yaml'), 'expectations: []\n');
    const { code, out } = await weir(folder, ['diff', 'HEAD']);
    expect(code).toBe(2);
    expect(out).toContain('withdraws 1 expectation');
  });
});

describe('expectations about requests', () => {
  it('weir expect and weir check prove them', async () => {
    expect(await weir(scratch(REQUESTS), ['expect'])).toMatchObject({ code: 0 });
    const open = scratch({ ...REQUESTS, 'admin.yaml': route('admin', 'web') });
    const { code, out } = await weir(open, ['expect']);
    expect({ code, last: out.trimEnd().split('\n').at(-1) }).toEqual({ code: 2, last: '1 of 2 expectations hold' });
    expect(out).toContain('Route shop/admin exposes http://admin.example.com/ to everyone');
    expect(out).toContain('admin.yaml:1:1');
    const check = await weir(open, ['check']);
    expect(check.code).toBe(2);
    expect(check.out).toContain('warning[expectation/exposed]');
  });

  it('weir diff says which the change breaks', async () => {
    const folder = repository(REQUESTS);
    writeFileSync(join(folder, 'shop.yaml'), route('shop', 'next'));
    const { code, out } = await weir(folder, ['diff', 'HEAD']);
    expect(code).toBe(2);
    expect(out).toContain('the shop is served: violated by this change');
    expect(out).toContain('sends 100 % of the requests to Service shop/next');
  });

  it('weir expect --suggest lists what is reachable, and the result holds', async () => {
    const { out } = await weir(scratch(REQUESTS), ['expect', '--suggest']);
    expect(out).toContain('exposed: { only: ["http://shop.example.com/"] }');
    expect(await weir(scratch({ ...REQUESTS, 'expectations.yaml': out }), ['expect'])).toMatchObject({ code: 0 });
  });
});
