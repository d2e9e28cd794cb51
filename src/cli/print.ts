import { AsyncLocalStorage } from 'node:async_hooks';
import { makeJsonVisible, showText } from '../diagnostics/visible.js';

/** Characters that are gathered before they are written. */
const PRINTED_AT_ONCE = 65_536;

/** Where a text goes: standard output has what was asked for, standard error everything else. */
export type Stream = 'stdout' | 'stderr';

/** What takes texts in the place of the streams, while some work runs. */
const sinks = new AsyncLocalStorage<(stream: Stream, text: string) => void>();

function write(stream: Stream, text: string): void {
  const sink = sinks.getStore();
  if (sink) sink(stream, text);
  else process[stream].write(text);
}

/** What some work has printed, in place of printing it. */
export interface Printed<Result> extends Readonly<Record<Stream, string>> {
  readonly result: Result;
}

/** Does some work, and gives what it prints. */
export async function capturePrinted<Result>(work: () => Promise<Result>): Promise<Printed<Result>> {
  const texts: Record<Stream, string[]> = { stdout: [], stderr: [] };
  const result = await sinks.run((stream, text) => void texts[stream].push(text), work);
  return { result, stdout: texts.stdout.join(''), stderr: texts.stderr.join('') };
}

/** What a person reads on standard error: one sentence, bounded and with nothing invisible, whoever wrote its parts. */
export function printMessage(sentence: string): void {
  printNote(`weir: ${sentence}`);
}

/** The same without the name of the program. */
export function printNote(sentence: string): void {
  write('stderr', `${showText(sentence)}\n`);
}

/** Lines that were asked for, for a person, on standard output. */
export function printLines(lines: readonly string[]): void {
  write('stdout', lines.map((line) => `${showText(line)}\n`).join(''));
}

/** The same of a text of several lines. */
export function printText(text: string): void {
  printLines(text.replace(/\n$/, '').split('\n'));
}

/** A value that was asked for, for programs: all of it, and no character that a terminal obeys. */
export function printJson(value: unknown): void {
  write('stdout', `${makeJsonVisible(JSON.stringify(value, null, 2))}\n`);
}

/** JSON that comes in pieces, of which none is cut inside a string: all of it, and no character that a terminal obeys. */
export function printJsonPieces(pieces: Iterable<string>): void {
  let pending = '';
  for (const piece of pieces) {
    pending += piece;
    if (pending.length < PRINTED_AT_ONCE) continue;
    write('stdout', makeJsonVisible(pending));
    pending = '';
  }
  write('stdout', makeJsonVisible(pending));
}

/** A text that a renderer has made safe for its reader, or that a program reads byte by byte. */
export function printRendered(text: string, stream: Stream = 'stdout'): void {
  write(stream, text);
}

/** Whether a person watches a stream as it is written. */
export function isTerminal(stream: Stream): boolean {
  return sinks.getStore() === undefined && process[stream].isTTY;
}

/**
 * Whether a stream takes colours: where FORCE_COLOR says so (0 or false: never), else on a terminal unless NO_COLOR is set, each
 * to more than nothing (no-color.org; Node's tty.WriteStream.getColorDepth has the same order).
 */
export function supportsColor(stream: Stream): boolean {
  const { FORCE_COLOR: forced = '', NO_COLOR: forbidden = '' } = process.env;
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return isTerminal(stream) && forbidden === '';
}

/** Puts a sentence in the place of the last one on the same line of standard error, which is a terminal; '' leaves it empty. */
export function showStatus(sentence: string): void {
  process.stderr.write(`\r\x1b[K${showText(sentence)}`);
}
