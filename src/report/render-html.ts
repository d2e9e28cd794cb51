import { createHash } from 'node:crypto';
import { gzip } from '../rendered/gzip.js';
import type { ReportData, TracedData } from './data.js';
import type { PageFiles } from './page-files.js';

/** All that a page holds. What packets are traced in is unpacked only when somebody asks. */
export interface PageContent {
  readonly report: ReportData;
  readonly traced: TracedData;
  /** Of the side before. */
  readonly tracedBefore?: TracedData;
}

/**
 * The page as one text, which needs nothing else. Data are compressed and in Base64: nothing of the input can end its
 * element. The policy lets run and load nothing but what the page itself holds (CSP 3).
 */
export function renderHtml({ report, traced, tracedBefore }: PageContent, { script, style }: PageFiles): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    '<title>Weir report</title>',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<div id="page"></div>',
    '<noscript>This report is drawn by a script that it holds: let it run.</noscript>',
    dataElement('report', report),
    dataElement('traced', traced),
    ...(tracedBefore ? [dataElement('traced-before', tracedBefore)] : []),
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function dataElement(id: string, data: unknown): string {
  const text = Buffer.from(gzip(Buffer.from(JSON.stringify(data)))).toString('base64');
  return `<script type="application/gzip" id="${id}">${text}</script>`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
