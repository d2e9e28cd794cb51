import { createHash } from 'node:crypto';
import { gzip } from '../rendered/gzip.js';
import type { ReportData, TracedData } from './data.js';
import type { PageFiles } from './page-files.js';

/** Content of a page. The state that packets are traced in is unpacked at the first query only. */
export interface PageContent {
  readonly report: ReportData;
  readonly traced: TracedData;
  /** State of the side before. If unset, the report has no comparison. */
  readonly tracedBefore?: TracedData;
}

/**
 * Returns the page as one self-contained text. Data are compressed and in Base64, so that no input can end its element.
 * The policy only allows scripts and styles of the page itself. See CSP Level 3.
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
