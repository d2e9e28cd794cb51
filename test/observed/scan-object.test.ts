import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemberFinder } from '../../src/observed/netobserv.js';
import { INCOMPLETE, INVALID, scanObject } from '../../src/observed/scan-object.js';
import { checkProperty } from '../rig/random.js';

const MEMBERS = ['SrcAddr', 'Proto', 'a', 'é'];
const findMember = createMemberFinder(MEMBERS);

/** Scans a text. Returns the offset after the object, and the value of each member. */
function scan(text: string) {
  const bytes = Buffer.from(text);
  const result = { ranges: new Int32Array(2 * MEMBERS.length), needsParse: false };
  const after = scanObject(bytes, 0, bytes.length, findMember, result);
  const values = MEMBERS.map((_, index) => {
    const [start = -1, end = -1] = result.ranges.slice(2 * index, 2 * index + 2);
    return start < 0 ? undefined : (JSON.parse(bytes.toString('utf8', start, end)) as unknown);
  });
  return { after, length: bytes.length, needsParse: result.needsParse, values };
}

const values = fc.jsonValue({ maxDepth: 3 });
const keys = fc.oneof(fc.constantFrom(...MEMBERS), fc.string());
const objects = fc.dictionary(keys, values, { maxKeys: 6 });
const texts = fc
  .tuple(objects, fc.constantFrom(undefined, 1, '\t'))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

describe('a scan of an object', () => {
  it('finds the values that JSON.parse returns, unless it asks for JSON.parse', () => {
    checkProperty(
      fc.property(texts, (text) => {
        const { after, length, needsParse, values: found } = scan(text);
        expect(after).toBe(length);
        const parsed = JSON.parse(text) as Record<string, unknown>;
        const expected = MEMBERS.map((member) => (Object.hasOwn(parsed, member) ? parsed[member] : undefined));
        if (needsParse) expect(text).toContain('\\');
        else expect(found).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('is incomplete for every beginning of an object', () => {
    checkProperty(
      fc.property(texts, fc.nat(), (text, cut) => {
        const bytes = Buffer.from(text);
        const part = bytes.subarray(0, cut % bytes.length);
        const result = { ranges: new Int32Array(2 * MEMBERS.length), needsParse: false };
        const after = scanObject(part, 0, part.length, findMember, result);
        expect(after).toBe(part.length === 0 ? INVALID : INCOMPLETE);
      }),
      { numRuns: 300 },
    );
  });

  it('rejects what JSON.parse rejects, unless it asks for JSON.parse', () => {
    checkProperty(
      fc.property(
        texts,
        fc.nat(),
        fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', '0', '-', '1', '.', 'e', ' ', 't', '\n'),
        (text, at, letter) => {
          const place = at % text.length;
          const changed = `${text.slice(0, place)}${letter}${text.slice(place + 1)}`;
          const bytes = Buffer.from(changed);
          const result = { ranges: new Int32Array(2 * MEMBERS.length), needsParse: false };
          const after = scanObject(bytes, 0, bytes.length, findMember, result);
          if (after < 0 || result.needsParse) return;
          expect(() => JSON.parse(bytes.toString('utf8', 0, after)) as unknown).not.toThrow();
        },
      ),
      { numRuns: 1000 },
    );
  });
});
