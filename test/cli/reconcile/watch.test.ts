import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startMonitor } from '../../../src/cli/commands/reconcile/monitor.js';
import { watch } from '../../../src/cli/commands/reconcile/watch.js';
import { eventually } from '../../rig/eventually.js';
import { change, memoryTarget } from '../../apply/target.js';

/** A wait ends with its event, and only where that never comes after this many milliseconds. */
const PATIENT = { timeout: 120_000 };
const ANY_PORT = '127.0.0.1:0';

describe('watch', () => {
  let folder = '';
  let lines: string[];
  let end: AbortController;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'weir-watch-'));
    lines = [];
    end = new AbortController();
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const optionsOf = (seconds: number, listen = '') => ({
    watched: join(folder, 'index.json'),
    seconds,
    listen,
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
    signal: end.signal,
    maximumRemoval: 50,
    force: false,
  });
  const messages = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);

  /** Where the watch serves its metrics. */
  const addressOf = () =>
    eventually('it serves', () => {
      const line = lines.find((text) => text.includes('"msg":"serving metrics"'));
      return line !== undefined && (JSON.parse(line) as { address: string }).address;
    });

  it('applies once, then finds nothing to do', async () => {
    const { target, state } = memoryTarget([change('missing')]);
    const ended = watch(target, optionsOf(0.05));
    await vi.waitFor(() => {
      expect(messages().length).toBeGreaterThan(3);
    }, PATIENT);
    end.abort();
    expect(await ended).toBe(0);
    expect(state).toMatchObject({ applied: 1, closed: 1 });
    expect(messages().slice(0, 2)).toEqual(['applied', 'in sync']);
  });

  it('starts a cycle as soon as the rendered folder changes', async () => {
    const { target, state } = memoryTarget([]);
    writeFileSync(join(folder, 'index.json'), '{}');
    const ended = watch(target, optionsOf(3600));
    await vi.waitFor(() => {
      expect(messages()).toEqual(['in sync']);
    }, PATIENT);
    state.changes = [change('missing')];
    writeFileSync(join(folder, 'index.json'), '{"new":1}');
    await vi.waitFor(() => {
      expect(messages()).toEqual(['in sync', 'applied']);
    }, PATIENT);
    end.abort();
    await ended;
  });

  it('ends after the cycle that runs when its end comes, however long the pause would be', async () => {
    const { target, state } = memoryTarget([]);
    writeFileSync(join(folder, 'index.json'), '{}');
    let plans = 0;
    const plan: typeof target.plan = () => {
      plans++;
      if (plans === 2) end.abort();
      return target.plan();
    };
    const ended = watch({ ...target, plan }, optionsOf(3600));
    await vi.waitFor(() => {
      expect(messages()).toEqual(['in sync']);
    }, PATIENT);
    writeFileSync(join(folder, 'index.json'), '{"new":1}');
    expect(await ended).toBe(0);
    expect(state.closed).toBe(1);
  });

  it('keeps the last known drift while the target cannot be read', async () => {
    const { target, state } = memoryTarget([change('foreign')]);
    let isAway = false;
    const plan: typeof target.plan = () =>
      isAway ? Promise.resolve({ result: 'failed', problems: ['away'], transient: true }) : target.plan();
    const ended = watch({ ...target, plan }, optionsOf(0.05, ANY_PORT));
    const address = await addressOf();
    const ask = async () => (await fetch(`http://${address}/metrics`)).text();
    await vi.waitFor(async () => {
      expect(await ask()).toContain('weir_drift{state="foreign",target="northbound global"} 1');
    }, PATIENT);
    isAway = true;
    await vi.waitFor(async () => {
      expect(await ask()).toMatch(/weir_cycles_total\{result="failed",target="northbound global"\} [1-9]/);
    }, PATIENT);
    expect(await ask()).toContain('weir_drift{state="foreign",target="northbound global"} 1');
    expect(state.applied).toBe(0);
    end.abort();
    await ended;
  });

  it('answers a request for what is no URL, and goes on', async () => {
    const monitor = await startMonitor('x', ANY_PORT, 1);
    if (typeof monitor === 'string') throw new Error(monitor);
    const ask = (path: string) =>
      new Promise((resolve, reject) => {
        get(`http://${monitor.address ?? ''}`, { path }, (response) => {
          resolve(response.resume().statusCode);
        }).on('error', reject);
      });
    expect(await ask('//')).toBe(404);
    expect(await ask('/healthz?verbose')).toBe(200);
    await monitor.close();
  });

  it('tells its state in health and metrics', async () => {
    const { target, state } = memoryTarget([change('foreign')]);
    const ended = watch(target, optionsOf(0.05, ANY_PORT));
    const address = await addressOf();
    const ask = (path: string) => fetch(`http://${address}${path}`);
    await vi.waitFor(async () => {
      expect((await ask('/readyz')).status).toBe(503);
      expect(await (await ask('/metrics')).text()).toContain(
        'weir_drift{state="foreign",target="northbound global"} 1',
      );
    }, PATIENT);
    state.changes = [];
    await vi.waitFor(async () => {
      expect((await ask('/readyz')).status).toBe(200);
    }, PATIENT);
    expect((await ask('/healthz')).status).toBe(200);
    expect(await (await ask('/metrics')).text()).toMatch(
      /weir_cycles_total\{result="blocked",target="northbound global"\} [1-9]/,
    );
    expect((await ask('/other')).status).toBe(404);
    end.abort();
    await ended;
    await expect(ask('/metrics')).rejects.toThrow();
  });

  it('refuses an invalid address', async () => {
    expect(await startMonitor('x', 'nonsense', 1)).toContain('is not an address and a port');
  });
});
