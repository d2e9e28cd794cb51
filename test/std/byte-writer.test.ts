import { describe, expect, it } from 'vitest';
import { createByteWriter, readChunks } from '../../src/std/byte-writer.js';

describe('createByteWriter', () => {
  it('gives texts and pieces in the order in which they were written, whatever their characters', () => {
    const first = createByteWriter();
    first.write('é1');
    const piece = first.writePiece('—2');
    first.write('😀3');
    const second = createByteWriter();
    second.write('é4');
    second.append(piece);
    second.write('5');
    second.append(piece);
    expect(readChunks(first.finish())).toBe('é1—2😀3');
    expect(readChunks(second.finish())).toBe('é4—25—2');
  });

  it('takes pieces over without a copy, neighbours as one', () => {
    const first = createByteWriter();
    const pieces = Array.from({ length: 1000 }, (_, index) => first.writePiece(`piece ${index}\n`));
    const second = createByteWriter();
    for (const piece of pieces) second.append(piece);
    const [one] = first.finish();
    const [other, ...more] = second.finish();
    expect(more).toEqual([]);
    expect(other).toEqual(one);
    expect(other?.buffer).toBe(one?.buffer);
  });

  it('keeps a text that is longer than what it gathers at once', () => {
    const writer = createByteWriter();
    const text = 'ü'.repeat(5_000_000);
    writer.write('a');
    writer.write(text);
    writer.writePiece(text);
    writer.write('z');
    expect(readChunks(writer.finish())).toBe(`a${text}${text}z`);
  });
});
