import type { ReportData, TracedData } from '../data.js';

/** Reads the data that the page starts with. */
export function readReport(): Promise<ReportData> {
  return read<ReportData>('report');
}

/** Reads the state that packets are traced in on a side. */
export function readTraced(side: PageSide): Promise<TracedData> {
  return read<TracedData>(side === 'after' ? 'traced' : 'traced-before');
}

/** A side of the report. Without a comparison, the repository is `after`. */
export type PageSide = 'before' | 'after';

async function read<Data>(id: string): Promise<Data> {
  const text = document.getElementById(id)?.textContent ?? '';
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  // A loop takes a thirtieth of the time of `Uint8Array.from`, which reads the text as an iterator.
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text()) as Data;
}
