import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitsFor } from '../../src/clients/ovsdb/limits.js';
import { type MessageLimits, createFramer } from '../../src/std/json-frames.js';
import { checkProperty } from '../rig/random.js';

/** The messages of a stream that comes in these pieces, and the problem that ends it. */
function frame(pieces: readonly Buffer[], limits: MessageLimits = limitsFor(2 ** 20)) {
  const framer = createFramer(limits);
  const messages: unknown[] = [];
  for (const piece of pieces) {
    const problem = framer(piece, (message) => messages.push(JSON.parse(message.toString('utf8'))));
    if (problem !== undefined) return { messages, problem };
  }
  return { messages };
}

/** The bytes cut at these places. */
function cut(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe('the framing of a stream of messages', () => {
  it('finds the same messages wherever the stream is cut', () => {
    const message = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }));
    const blank = fc.constantFrom('', ' ', '\n\t\r ');
    checkProperty(
      fc.property(fc.array(fc.tuple(message, blank), { maxLength: 5 }), fc.array(fc.nat(10_000)), (parts, places) => {
        const bytes = Buffer.from(parts.map(([json, after]) => JSON.stringify(json) + after).join(''));
        const texts = parts.map(([json]) => JSON.parse(JSON.stringify(json)) as unknown);
        expect(frame(cut(bytes, places))).toEqual({ messages: texts });
      }),
    );
  });

  it('keeps characters whole when each byte comes alone', () => {
    const message = { text: 'ä鯨😀"\\{[', '}': ']' };
    const bytes = Buffer.from(JSON.stringify(message).repeat(2));
    expect(frame([...bytes].map((byte) => Buffer.of(byte)))).toEqual({ messages: [message, message] });
  });

  it.each([
    ['an array', '[1]'],
    ['a number', '7'],
    ['text', 'HTTP/1.1 400 Bad Request'],
    ['a comma between messages', '{},{}'],
    ['a closing bracket', '}'],
  ])('refuses %s in place of an object', (_, text) => {
    expect(frame([Buffer.from(text)]).problem).toBe('sent something that is not a JSON object');
  });

  it('refuses a message as soon as it is too long, too deep or of too many parts', () => {
    const limits = { bytes: 1000, containers: 10, separators: 20, depth: 5 };
    const problemOf = (text: string) => frame([Buffer.from(text)], limits).problem;
    expect(problemOf(`{"a":"${'x'.repeat(990)}`)).toBeUndefined();
    expect(problemOf(`{"a":"${'x'.repeat(1000)}`)).toMatch(/more than 1000 bytes/);
    expect(problemOf(`{"a":"${'x'.repeat(1000)}"}`)).toMatch(/more than 1000 bytes/);
    expect(problemOf(`{"a":[[[[]]]]}`)).toBeUndefined();
    expect(problemOf(`{"a":[[[[[`)).toMatch(/more than 5 levels/);
    expect(problemOf(`{"a":[${'{},'.repeat(10)}`)).toMatch(/too many objects/);
    expect(problemOf(`{"a":[${'1,'.repeat(21)}`)).toMatch(/too many elements/);
    expect(problemOf(`{"a":[${'1,'.repeat(15)}1]}`.repeat(9))).toBeUndefined();
  });
});
