import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transactionPath } from '../../src/northbound/part-paths.js';
import { weir } from '../rig/weir.js';

const QUICKSTART = fileURLToPath(new URL('../../fixtures/quickstart', import.meta.url));

let folder: string;
let zones: readonly string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weir-show-'));
  cpSync(QUICKSTART, folder, { recursive: true });
  expect(await weir(folder, ['compile', '--transactions', '--out', 'out'])).toMatchObject({ code: 0 });
  const index = JSON.parse(readFileSync(join(folder, 'out/index.json'), 'utf8')) as { zones: string[] };
  zones = index.zones;
  expect(zones).toEqual(['worker-a', 'worker-b']);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('weir show', () => {
  it('prints the rows, attachments and absent rows of a zone, compiled or joined from the parts of a rendered folder', async () => {
    for (const zone of zones) {
      const compiled = await weir(folder, ['show', 'northbound', '--zone', zone]);
      const joined = await weir(folder, ['show', 'northbound', '--zone', zone, '--rendered', 'out']);
      expect(compiled).toEqual({ code: 0, out: joined.out, err: '' });
      expect(joined).toMatchObject({ code: 0, err: '' });
      const { rows, attachments } = JSON.parse(joined.out) as Record<string, Record<string, Record<string, object>>>;
      expect(Object.keys(rows?.ACL ?? {}).length).toBeGreaterThan(0);
      const attached = Object.values(attachments ?? {}).flatMap((table) => Object.values(table));
      expect(attached.length).toBeGreaterThan(0);
    }
  });

  it('prints the transaction that compile --transactions writes', async () => {
    for (const zone of zones) {
      const written = readFileSync(join(folder, 'out', transactionPath(zone)), 'utf8');
      const compiled = await weir(folder, ['show', 'northbound', '--format', 'transaction', '--zone', zone]);
      const joined = await weir(folder, [
        'show',
        'northbound',
        '--format',
        'transaction',
        '--zone',
        zone,
        '--rendered',
        'out',
      ]);
      expect(JSON.parse(compiled.out)).toEqual(JSON.parse(written));
      expect(joined.out).toBe(compiled.out);
    }
  });

  it('prints nothing of a zone that is not there, and says which one may be meant', async () => {
    for (const where of [[], ['--rendered', 'out']]) {
      for (const format of ['json', 'transaction']) {
        const shown = await weir(folder, ['show', 'northbound', '--format', format, '--zone', 'nowhere', ...where]);
        expect({ code: shown.code, out: shown.out }).toEqual({ code: 1, out: '' });
        expect(shown.err).toContain('nowhere');
      }
    }
  });
});
