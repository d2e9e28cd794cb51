import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, startChromium, whyNoChromium } from '../../rig/chromium.js';
import { weir } from '../../rig/weir.js';
// @ts-expect-error A program of the bench, which has no types.
import { generateMixedRepository } from '../../bench/generate.mjs';

const reason = whyNoChromium();
const NAMESPACES = 5000;
const MOST_BYTES = 20e6;

describe.skipIf(reason !== undefined)(
  `the page of ${NAMESPACES} namespaces${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    let browser: Browser;
    let folder: string;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'weir-report-'));
      (generateMixedRepository as (folder: string, count: number) => void)(folder, NAMESPACES);
      browser = await startChromium();
      const { code } = await weir(folder, ['report', '--out', 'page.html']);
      expect(code).toBe(0);
    });
    afterAll(async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('is a file of less than 20 MB', () => {
      expect(statSync(join(folder, 'page.html')).size).toBeLessThan(MOST_BYTES);
    });

    it('finds a namespace, and traces a packet from it', async () => {
      const { page, complaints } = await openPage(browser, join(folder, 'page.html'), '#/namespaces');
      await page.locator('input[type=search]').fill('team-4321');
      await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 1);
      expect(await page.$eval('h1', ({ textContent }) => textContent)).toBe('team-4321');
      await page.click('a.button');
      await page.locator('input[name=to]').fill('198.51.100.1');
      await page.locator('input[name=port]').fill('443/TCP');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.printed-trace', { timeout: 300_000 });
      expect(complaints).toEqual([]);
      await page.close();
    });
  },
);
