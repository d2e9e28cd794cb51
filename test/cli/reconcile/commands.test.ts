import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyCommand } from '../../../src/cli/commands/reconcile/apply.js';
import { planCommand } from '../../../src/cli/commands/reconcile/plan.js';
import { change, memoryTarget } from '../../apply/target.js';

describe('plan, audit and apply', () => {
  let folder = '';
  let printed: { out: string; err: string };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'weir-plan-'));
    printed = { out: '', err: '' };
    const keep = (stream: 'out' | 'err') => (text: string | Uint8Array) => {
      printed[stream] += String(text);
      return true;
    };
    vi.spyOn(process.stdout, 'write').mockImplementation(keep('out'));
    vi.spyOn(process.stderr, 'write').mockImplementation(keep('err'));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });
  const applying = { format: 'text', maximumRemoval: 50, force: false } as const;

  it('prints the changes by the resource that asks for them, and ends with 2', async () => {
    const fields = [{ name: 'match', live: 'ip4', desired: 'ip6' }];
    const changes = [change('missing', 'a'), { ...change('changed', 'b'), fields }, change('stale', 'c', '')];
    const { target, state } = memoryTarget(changes);
    expect(await planCommand(target, { style: 'plan', words: ['cluster'], format: 'text' })).toBe(2);
    expect(printed.err).toBe('weir: `weir apply cluster` applies these changes, with the same options\n');
    expect(printed.out).toBe(
      'northbound global: 1 to create, 1 to change, 1 to remove\n\nEgressFirewall shop/default\n  + ACL a\n  ~ ACL b\n' +
        '      match  ip4 → ip6\n\n(no resource)\n  - ACL c\n',
    );
    expect(state).toMatchObject({ applied: 0, closed: 1 });
  });

  it('audits in words of drift', async () => {
    await planCommand(memoryTarget([change('missing'), change('foreign', 'x')]).target, {
      style: 'audit',
      words: ['cluster'],
      format: 'text',
    });
    expect(printed.out).toMatch(/^northbound global: 1 missing, 1 foreign\n/);
    expect(await planCommand(memoryTarget([]).target, { style: 'audit', words: ['cluster'], format: 'text' })).toBe(0);
    expect(printed.out).toMatch(/northbound global: in sync\n$/);
  });

  it('bounds the text and says so', async () => {
    const many = Array.from({ length: 500 }, (_, index) => change('missing', `rule-${index}`));
    await planCommand(memoryTarget(many).target, { style: 'plan', words: ['cluster'], format: 'text' });
    expect(printed.out.split('\n').length).toBeLessThan(210);
    expect(printed.out).toContain('more lines (all: --format json)');
  });

  it('applies the plan that was written, and refuses one for another target', async () => {
    const path = join(folder, 'plan.json');
    const { target, state } = memoryTarget([change('missing')]);
    await planCommand(target, { style: 'plan', words: ['cluster'], format: 'text', out: path });
    writeFileSync(
      join(folder, 'other.json'),
      readFileSync(path, 'utf8').replace('northbound global', 'northbound other'),
    );
    expect(await applyCommand(target, { ...applying, plan: join(folder, 'other.json') })).toBe(1);
    expect(printed.err).toContain('is a plan for northbound other, not for northbound global');
    expect(state.applied).toBe(0);
    writeFileSync(join(folder, 'edited.json'), readFileSync(path, 'utf8').replace('"missing"', '"changed"'));
    expect(await applyCommand(target, { ...applying, plan: join(folder, 'edited.json') })).toBe(1);
    expect(printed.err).toContain('the changes in the plan differ from those to make');
    expect(state.applied).toBe(0);
    expect(await applyCommand(target, { ...applying, plan: path })).toBe(0);
    expect(state.applied).toBe(1);
  });

  it('says of what was applied that it was done, and of what was not that it is to be', async () => {
    const changes = [change('missing', 'a'), change('changed', 'b')];
    expect(await applyCommand(memoryTarget(changes).target, { ...applying, notice: 'confirm it' })).toBe(0);
    expect(printed.out).toMatch(/^northbound global: 1 created, 1 changed\n/);
    expect(printed.err).toBe('weir: northbound global: confirm it\n');
    printed.out = '';
    const outcome = { result: 'failed', problems: ['no'], transient: false } as const;
    expect(await applyCommand(memoryTarget(changes, 2, outcome).target, { ...applying, notice: 'confirm it' })).toBe(1);
    expect(printed.out).toMatch(/^northbound global: 1 to create, 1 to change\n/);
    expect(printed.err.match(/confirm it/g)).toHaveLength(1);
  });

  it('says that a plan cannot be kept, and ends with 1', async () => {
    const out = join(folder, 'nowhere', 'plan.json');
    expect(
      await planCommand(memoryTarget([change('missing')]).target, {
        style: 'plan',
        words: ['cluster'],
        format: 'text',
        out,
      }),
    ).toBe(1);
    expect(printed.err).toBe(`weir: northbound global: cannot write '${out}': no such file or directory (ENOENT)\n`);
    expect(printed.out).toBe('');
  });

  it('says why nothing was applied, and ends with 1', async () => {
    const { target } = memoryTarget([change('stale')], 1);
    expect(await applyCommand(target, applying)).toBe(1);
    expect(printed.err).toContain('add --force if intended');
    const problems = ['the server refused it'];
    const refused = memoryTarget([change('missing')], 1, { result: 'failed', problems, transient: false });
    expect(await applyCommand(refused.target, applying)).toBe(1);
    expect(printed.err).toContain('weir: northbound global: the server refused it');
  });

  it('does not let names drive the terminal', async () => {
    await planCommand(memoryTarget([change('missing', '\x1b[2Jgone')]).target, {
      style: 'plan',
      words: ['cluster'],
      format: 'text',
    });
    expect(printed.out).not.toContain('\x1b');
  });
});
