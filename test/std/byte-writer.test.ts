import { describe, expect, it } from 'vitest';
import {
  bytesOfChunks,
  createByteWriter,
  createPassingWriter,
  createPieceWriter,
  joinPieces,
  readChunks,
} from '../../src/std/byte-writer.js';

describe('pieces', () => {
  it('give their texts in any order, whatever their characters', () => {
    const write = createPieceWriter();
    const [first, second, third] = ['é1', '—2', '😀3'].map(write);
    const pieces = [third, first, second, first].filter((piece) => piece !== undefined);
    expect(readChunks(joinPieces(pieces))).toBe('😀3é1—2é1');
  });

  it('are taken over without a copy, neighbours as one', () => {
    const write = createPieceWriter();
    const pieces = Array.from({ length: 1000 }, (_, index) => write(`piece ${index}\n`));
    const [one, ...more] = joinPieces(pieces);
    expect(more).toEqual([]);
    expect(one?.buffer).toBe(pieces[0]?.slab.buffer);
    expect(joinPieces(pieces.filter((_, index) => index % 500 < 2))).toHaveLength(2);
  });
});

describe('the bytes of chunks', () => {
  it('are those of a single chunk without a copy, and those of several in their order', () => {
    const [first, second] = [Buffer.from('one'), Buffer.from('two')];
    expect(bytesOfChunks([first])).toBe(first);
    expect(Buffer.from(bytesOfChunks([first, second])).toString()).toBe('onetwo');
    expect(bytesOfChunks([])).toHaveLength(0);
  });
});

describe('a passing writer', () => {
  it('gives the bytes of each text until the next one, however long', () => {
    const write = createPassingWriter();
    const texts = ['a', 'ü'.repeat(300_000), '😀', 'z'.repeat(1_000_000), ''];
    expect(texts.map((text) => readChunks(joinPieces([write(text)])))).toEqual(texts);
  });
});

describe('createByteWriter', () => {
  it('keeps a text that is longer than what it gathers at once', () => {
    const writer = createByteWriter();
    const text = 'ü'.repeat(5_000_000);
    writer.write('a');
    writer.write(text);
    writer.write('z');
    expect(readChunks(writer.finish())).toBe(`a${text}z`);
  });
});
