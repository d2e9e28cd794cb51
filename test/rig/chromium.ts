import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';

const CHROMIUM = process.env.WEIR_CHROMIUM ?? '/usr/bin/chromium';

/** Why pages cannot be opened here, or undefined. */
export function whyNoChromium(): string | undefined {
  return existsSync(CHROMIUM) ? undefined : `there is no ${CHROMIUM} here`;
}

/** Starts a browser without a window. Its own sandbox needs rights that containers do not give. */
export function startChromium(): Promise<Browser> {
  return puppeteer.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
}

/** A page, what it has asked for, and what it has complained of. */
export interface OpenPage {
  readonly page: Page;
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
}

/** Opens a file, at a place in it, and waits until it is drawn. */
export async function openPage(browser: Browser, file: string, place = ''): Promise<OpenPage> {
  const page = await browser.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.setViewport({ width: 1360, height: 900 });
  await page.goto(`file://${file}${place}`);
  await page.waitForSelector('main h1');
  return { page, requests, complaints };
}
