import { expect, it } from 'vitest';
import type { SourceFile } from '../../src/model/manifest.js';
import { createTrace } from '../../src/sources/render/locate-source.js';

/** A file that counts how often its text is read. */
function counted(path: string, text: string): { readonly file: SourceFile; readonly reads: () => number } {
  let reads = 0;
  const file = {
    path,
    get text() {
      reads++;
      return text;
    },
  };
  return { file, reads: () => reads };
}

const LINES = Array.from({ length: 200 }, (_, index) => `  key-${index}: value`);

it('files are read once, however many places are traced to them', () => {
  const text = `${LINES.join('\n')}\n  absent: line\n`;
  const sources = ['one.yaml', 'two.yaml'].map((path, index) =>
    counted(path, LINES.slice(100 * index, 100 * (index + 1)).join('\n')),
  );
  const trace = createTrace(
    text,
    [{ start: 0 }],
    sources.map(({ file }) => file),
  );
  const found = LINES.map((line) => trace(text.indexOf(`${line}\n`) + 2, line.length - 2));
  expect(found[7]).toMatchObject({ path: 'one.yaml', offset: LINES.slice(0, 7).join('\n').length + 3 });
  expect(found[107]).toMatchObject({ path: 'two.yaml', offset: LINES.slice(100, 107).join('\n').length + 3 });
  expect(trace(text.indexOf('absent'), 6)).toBeUndefined();
  expect(sources.map(({ reads }) => reads())).toEqual([1, 1]);
});

it('lines that are there several times are told apart by their order where a file has as many', () => {
  const text = 'a: 1\nsame: x\n---\nsame: x\nb: 2\nsame: x\n';
  const file: SourceFile = { path: 'made.yaml', text: 'b: 2\n- same: x\n- same: x\n' };
  const trace = createTrace(text, [{ start: 0 }, { start: text.indexOf('---'), file }], [file]);
  expect(trace(text.lastIndexOf('same'), 4)).toEqual({
    path: 'made.yaml',
    text: file.text,
    offset: file.text.lastIndexOf('same'),
    length: 4,
  });
  // The first document was made of no file that is known, and its line is twice in the one that is.
  expect(trace(text.indexOf('same'), 4)).toBeUndefined();
});

it('lines that the source of a document does not have are those of a patch, not those of another object', () => {
  const text = 'kind: A\nname: web\nto:\nport: 7\n---\nkind: B\nname: web\n';
  const a: SourceFile = { path: 'a.yaml', text: 'kind: A\nmetadata: { name: web }\n' };
  const b: SourceFile = { path: 'b.yaml', text: 'kind: B\nname: web\n' };
  const patch: SourceFile = { path: 'patch.yaml', text: 'port: 7\nto:\n' };
  const documents = [
    { start: 0, file: a },
    { start: text.indexOf('---'), file: b },
  ];
  const trace = createTrace(text, documents, [a, b, patch]);
  expect(trace(text.indexOf('name'), 4)).toBeUndefined();
  expect(trace(text.indexOf('to:'), 2)).toBeUndefined();
  expect(trace(text.indexOf('port'), 4)).toMatchObject({ path: 'patch.yaml', offset: 0 });
  expect(trace(text.lastIndexOf('name'), 4)).toMatchObject({ path: 'b.yaml' });
});
