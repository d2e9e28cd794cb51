import { describe, expect, it } from 'vitest';
import { readCursor } from '../../../src/cli/language-server/cursor.js';

/** `|` in the text is the cursor. */
function cursorIn(text: string): ReturnType<typeof readCursor> {
  const lines = text.split('\n');
  const line = lines.findIndex((one) => one.includes('|'));
  const column = lines[line]?.indexOf('|') ?? 0;
  return readCursor(
    lines.map((one) => one.replace('|', '')),
    line,
    column,
  );
}

describe('a cursor in block YAML', () => {
  it.each([
    ['at the left edge', 'kind: X\n|', []],
    ['in a mapping', 'spec:\n  |', ['spec']],
    ['in a list item', 'spec:\n  egress:\n    - type: Allow\n      |', ['spec', 'egress', '0']],
    ['in a second item', 'spec:\n  egress:\n    - type: Allow\n    - |', ['spec', 'egress', '1']],
    ['in a list as far left as its field', 'spec:\n  egress:\n  - a: 1\n  - b: 1\n    |', ['spec', 'egress', '1']],
    ['in a list of lists', 'a:\n  - - x: 1\n    - |', ['a', '0', '1']],
    ['below a field of an item', 'egress:\n  - to:\n      |', ['egress', '0', 'to']],
    ['behind comments and empty lines', 'spec:\n  # c\n\n  a:\n    x: 1\n  |', ['spec']],
    ['in another document', 'spec:\n  a: 1\n---\n|', []],
  ])('%s has its path', (_, text, path) => {
    expect(cursorIn(text)?.path).toEqual(path);
  });

  it('is in the name of a field, or in its value', () => {
    expect(cursorIn('spec:\n  ty|pe: Allow')).toMatchObject({ name: 'type', isValue: false, written: 'ty', start: 2 });
    expect(cursorIn('spec:\n  type: Al|')).toMatchObject({ name: 'type', isValue: true, written: 'Al', start: 8 });
    expect(cursorIn('a: "b: c": |')).toMatchObject({ name: 'a' });
    expect(cursorIn('"b: c": |x')).toMatchObject({ name: 'b: c', isValue: true });
    expect(cursorIn('ports: [80, 4|]')).toMatchObject({ name: 'ports', written: '4' });
  });

  it('in a comment, or in a line that no person writes, is nowhere', () => {
    expect(cursorIn('  # a: |')).toBeUndefined();
    expect(cursorIn(`${'a'.repeat(2000)}: |`)).toBeUndefined();
  });
});
