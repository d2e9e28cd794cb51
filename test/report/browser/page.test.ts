import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage, startChromium, whyNoChromium } from '../../rig/chromium.js';
import { weir } from '../../rig/weir.js';
import { HOSTILE, noNodes, removeRepositories, reportRepository } from '../repository.js';

const reason = whyNoChromium();
/** A folder for screenshots, for whoever looks at them. */
const SCREENSHOTS = process.env.WEIR_SCREENSHOTS;

/** Types a packet into the box, and gives what the page says of it, side by side. */
async function trace(page: Page, from: string, to: string, port: string): Promise<string[]> {
  for (const [name, text] of Object.entries({ from, to, port })) {
    await page.locator(`input[name=${name}]`).fill(text);
  }
  await page.keyboard.press('Enter');
  await page.waitForSelector('.answer .printed-trace, .answer .problem');
  return page.$$eval('.printed-trace, .problem', (all) => all.map(({ textContent }) => textContent));
}

const textsOf = (page: Page, selector: string) =>
  page.$$eval(selector, (all) => all.map((element) => element.textContent));

/** The width of the page, and the parts of it that are wider than their place. */
const measure = (page: Page): Promise<{ width: number; scrolled: string[] }> =>
  page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    scrolled: [...document.querySelectorAll('.card, .finding, .list, .flows, .answer, pre')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ className, textContent }) => `${className}: ${textContent.slice(0, 40)}`),
  }));

describe.skipIf(reason !== undefined)(`a page in a browser${reason === undefined ? '' : ` (${reason})`}`, () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    browser = await startChromium();
    folder = reportRepository();
    await weir(folder, ['report', '--out', 'page.html']);
  });
  afterAll(async () => {
    await browser.close();
    removeRepositories();
  });

  const open = (place = ''): Promise<OpenPage> => openPage(browser, join(folder, 'page.html'), place);

  it.each(['overview', 'map', 'namespaces/quay', 'addresses', 'reach', 'packets', 'findings'])(
    'shows %s in light and dark without a complaint, and asks for nothing but itself',
    async (view) => {
      const { page, requests, complaints } = await open(`#/${view}`);
      const grounds = [];
      for (const value of ['light', 'dark']) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        grounds.push(await page.$eval('body', (body) => getComputedStyle(body).backgroundColor));
        if (SCREENSHOTS !== undefined) {
          const content = await page.screenshot();
          writeFileSync(join(SCREENSHOTS, `${view.replace('/', '-')}-${value}.png`), content);
        }
      }
      expect(new Set(grounds).size).toBe(2);
      expect(complaints).toEqual([]);
      expect(requests).toEqual([`file://${join(folder, 'page.html')}#/${view}`]);
      await page.close();
    },
  );

  it.each(['overview', 'map', 'namespaces/quay', 'addresses', 'reach', 'packets', 'findings'])(
    'fits %s on a screen of 390 pixels, with a menu of one line',
    async (view) => {
      const { page } = await open(`#/${view}`);
      await page.setViewport({ width: 390, height: 844 });
      const { menu, top } = await page.evaluate(() => ({
        menu: getComputedStyle(document.querySelector('.menu') ?? document.body).display,
        top: document.querySelector('.top')?.getBoundingClientRect().height,
      }));
      expect(await measure(page)).toEqual({ width: 390, scrolled: [] });
      expect(menu).toBe('block');
      expect(top).toBeLessThan(60);
      await page.close();
    },
  );

  it('leads from the menu of a narrow screen to a view', async () => {
    const { page } = await open();
    await page.setViewport({ width: 390, height: 844 });
    await page.select('.menu', 'findings');
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Findings');
    await page.close();
  });

  it('shows on the overview where traffic leaves, first what objects lead elsewhere', async () => {
    const { page } = await open();
    const rows = await textsOf(page, '.leaving .flow:not(.head)');
    expect(rows[0]).toContain('192.168.50.100');
    expect(rows[0]).toContain('1 pod of harbor');
    expect(rows[0]).toContain('EgressIP ferry');
    expect(rows.some((row) => row.includes('its node'))).toBe(true);
    await page.close();
  });

  it('shows who reaches a workload, and whom it reaches', async () => {
    const { page } = await open(`#/reach/${encodeURIComponent('pier/lamp[Pod]')}`);
    expect(await textsOf(page, 'h1')).toEqual(['Connections of pier/lamp[Pod]']);
    const [from, outside, to] = await textsOf(page, '.open .card');
    expect(from).toContain('No workload can connect to it.');
    expect(outside).toContain('No address outside can connect to it.');
    expect(to).toContain('harbor/crane[Pod], harbor/tug[Pod], quay/rope[Pod]');
    await page.goto(`file://${join(folder, 'page.html')}#/reach/${encodeURIComponent('quay/rope[Pod]')}`);
    await page.waitForFunction(() => document.querySelector('h1')?.textContent.includes('quay/rope'));
    expect((await textsOf(page, '.open .card'))[1]).toContain('outside');
    await page.close();
  });

  it('writes the command that gives the same answer, with the labels', async () => {
    const { page } = await open('#/packets');
    await page.locator('input[name=labels]').fill('app in (crane)');
    await trace(page, 'harbor', '203.0.113.7', '443/TCP');
    expect(await textsOf(page, '.command')).toEqual([
      "weir trace harbor 203.0.113.7 443/TCP --selector 'app in (crane)'",
    ]);
    await page.close();
  });

  it('says that there are no nodes instead of counting those that are critical', async () => {
    const other = noNodes();
    await weir(other, ['report', '--out', 'page.html']);
    const { page } = await openPage(browser, join(other, 'page.html'));
    const figures = (await textsOf(page, '.figure')).join('\n');
    expect(figures).toContain('no nodes');
    expect(figures).not.toContain('critical');
    expect(await textsOf(page, '.leaving .flow:not(.head)')).toEqual([expect.stringContaining('192.168.50.100')]);
    await page.close();
  });

  it('draws the map: every place that packets pass has a name and a number, and a band leads there', async () => {
    const { page } = await open('#/map');
    const names = await page.$$eval('.map .place', (all) => all.map((place) => place.getAttribute('aria-label')));
    expect(names).toContain('Source address: 192.168.50.100, 1 pod');
    expect(names).toContain('Node: elm, 2 pods');
    expect(names.filter((name) => name?.startsWith('Namespaces:'))).toHaveLength(3);
    expect(
      await page.$$eval('.map .bands path', (all) => all.every((band) => (band.getAttribute('d') ?? '').length > 10)),
    ).toBe(true);
    await page.close();
  });

  it.each([
    ['harbor/crane', '203.0.113.7', '443/TCP'],
    ['harbor', '203.0.113.7', '443/TCP'],
    ['quay/rope', '198.51.100.9', '443/TCP'],
    ['harbor/crane', 'pier/lamp', '80/TCP'],
    ['harbor/crane', 'harbor/ferry', ''],
    ['outside', 'node/elm', 'ICMP'],
    ['harbor/nobody', '203.0.113.7', '443/TCP'],
  ])('says of a packet from %s to %s %s what weir trace says', async (from, to, port) => {
    const { page, complaints } = await open('#/packets');
    const [shown] = await trace(page, from, to, port);
    const { out, err } = await weir(folder, ['trace', from, to, ...(port === '' ? [] : [port])]);
    expect(shown).toBe(out === '' ? err.replace(/^weir: /, '').trimEnd() : out.trimEnd());
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows what the repository says as text, and runs none of it', async () => {
    const { page } = await open('#/findings');
    expect((await textsOf(page, '.excerpt')).join('\n')).toContain(HOSTILE.slice(0, 30));
    expect(await page.evaluate(() => 'hostile' in globalThis || document.images.length > 0)).toBe(false);
    await page.close();
  });

  it('is worked with the keyboard: a slash goes to the search, arrows choose a namespace', async () => {
    const { page } = await open('#/namespaces');
    await page.keyboard.press('/');
    await page.keyboard.type('203.0.113.0/26');
    await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 1);
    expect(await textsOf(page, 'h1')).toEqual(['quay']);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 3);
    await page.focus('[role=listbox]');
    await page.keyboard.press('End');
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'quay');
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'pier');
    await page.close();
  });

  it('prints whole lists', async () => {
    const { page } = await open('#/findings');
    const count = await page.$eval('nav [aria-current] .count', ({ textContent }) => Number(textContent));
    await page.emulateMediaType('print');
    await page.waitForSelector('.list.printed');
    expect(await textsOf(page, '.list.printed .item')).toHaveLength(count);
    await page.close();
  });

  it('shows what changes, and a packet before and after', async () => {
    const [before, after] = [folder, reportRepository('203.0.113.0/24')];
    await weir(after, ['diff', before, after, '--report', 'page.html']);
    const { page, complaints } = await openPage(browser, join(after, 'page.html'));
    expect((await textsOf(page, '.flows.opened b'))[0]).toBe('203.0.113.128/25');
    await page.click('nav a[href="#/packets"]');
    await page.waitForSelector('form.ask');
    const [then, now] = await trace(page, 'quay/rope', '203.0.113.200', '443/TCP');
    expect(then).toContain('443/TCP: dropped');
    expect(now).toContain('443/TCP: leaves node oak');
    expect(complaints).toEqual([]);
    await page.setViewport({ width: 390, height: 844 });
    expect(await measure(page)).toEqual({ width: 390, scrolled: [] });
    await page.evaluate(() => {
      location.hash = '#/changes';
    });
    await page.waitForSelector('.flows.opened');
    expect(await measure(page)).toEqual({ width: 390, scrolled: [] });
    await page.close();
  });
});
