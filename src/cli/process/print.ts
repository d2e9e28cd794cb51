import { AsyncLocalStorage } from 'node:async_hooks';
import { makeJsonVisible, showText } from '../../diagnostics/visible.js';

/** Number of characters buffered before a write. */
const PRINTED_AT_ONCE = 65_536;

/** Output stream: standard output for results, standard error for everything else. */
export type Stream = 'stdout' | 'stderr';

/** Sinks that replace the streams while a task runs. */
const sinks = new AsyncLocalStorage<(stream: Stream, text: string) => void>();

function write(stream: Stream, text: string): void {
  const sink = sinks.getStore();
  if (sink) sink(stream, text);
  else process[stream].write(text);
}

/** The captured output of a task. */
export interface Printed<Result> extends Readonly<Record<Stream, string>> {
  readonly result: Result;
}

/** Runs some work. Returns its result and its output. */
export async function capturePrinted<Result>(work: () => Promise<Result>): Promise<Printed<Result>> {
  const texts: Record<Stream, string[]> = { stdout: [], stderr: [] };
  const result = await sinks.run((stream, text) => void texts[stream].push(text), work);
  return { result, stdout: texts.stdout.join(''), stderr: texts.stderr.join('') };
}

/** Prints one sentence to standard error, shortened and without invisible characters, as its parts may be untrusted. */
export function printMessage(sentence: string): void {
  printNote(`weir: ${sentence}`);
}

/** Prints a sentence without the name of the program. */
export function printNote(sentence: string): void {
  write('stderr', `${showText(sentence)}\n`);
}

/** Prints result lines for users to standard output. */
export function printLines(lines: readonly string[]): void {
  write('stdout', lines.map((line) => `${showText(line)}\n`).join(''));
}

/** Prints a result text of several lines to standard output. */
export function printText(text: string): void {
  printLines(text.replace(/\n$/, '').split('\n'));
}

/** Prints a result value as complete JSON, without terminal control characters. */
export function printJson(value: unknown): void {
  write('stdout', `${makeJsonVisible(JSON.stringify(value, null, 2))}\n`);
}

/** Prints JSON in pieces, none of which ends inside a string. Complete, and without terminal control characters. */
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

/** Prints a text that its renderer has made safe, or that programs read byte by byte. */
export function printRendered(text: string, stream: Stream = 'stdout'): void {
  write(stream, text);
}

/** Returns true if a stream is a terminal. */
export function isTerminal(stream: Stream): boolean {
  return sinks.getStore() === undefined && process[stream].isTTY;
}

/**
 * Returns true if a stream supports colours: if FORCE_COLOR is set (0 or false: never), otherwise on a terminal unless
 * NO_COLOR is set. Both must not be empty. See no-color.org and Node's tty.WriteStream.getColorDepth, which has the
 * same order.
 */
export function supportsColor(stream: Stream): boolean {
  const { FORCE_COLOR: forced = '', NO_COLOR: forbidden = '' } = process.env;
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return isTerminal(stream) && forbidden === '';
}

/** Replaces the status line of standard error, which is a terminal. '' clears it. */
export function showStatus(sentence: string): void {
  process.stderr.write(`\r\x1b[K${showText(sentence)}`);
}
