import { describe, expect, it } from 'vitest';
import { groupFindings } from '../../src/diagnostics/group.js';
import { renderGroups } from '../../src/diagnostics/text.js';
import type { Diagnostic, Severity } from '../../src/model/diagnostic.js';

function finding(severity: Severity, message: string, line: number): Diagnostic {
  const at = { file: 'shop.yaml', line, column: 3, length: 1 };
  return { code: `egress-firewall/${severity}`, severity, message, help: '', at, related: [] };
}
const render = (diagnostics: readonly Diagnostic[], most: number): string =>
  renderGroups(groupFindings({ diagnostics, omitted: [] }, most), { color: false });

describe('groups of findings', () => {
  it('have one block with the locations of the others, and all of them count', () => {
    const text = render([finding('warning', 'a', 1), finding('warning', 'b', 2), finding('warning', 'a', 3)], 0);
    expect(text).toBe(`warning[egress-firewall/warning]: a
 --> shop.yaml:1:3
  = 1 more like this: shop.yaml:3:3

warning[egress-firewall/warning]: b
 --> shop.yaml:2:3

3 warnings
`);
  });

  it('list five locations at most', () => {
    const text = render(
      Array.from({ length: 8 }, (_, index) => finding('info', 'a', index + 1)),
      0,
    );
    expect(text).toContain(
      '= 7 more like this: shop.yaml:2:3, shop.yaml:3:3, shop.yaml:4:3, shop.yaml:5:3, shop.yaml:6:3, …\n',
    );
  });

  it('come with the most severe first, and those that are left out are counted by code before the sum', () => {
    const found = [
      finding('info', 'a', 1),
      finding('warning', 'b', 2),
      finding('warning', 'b', 3),
      finding('error', 'c', 4),
      finding('info', 'a', 5),
    ];
    expect(render(found, 2)).toBe(`error[egress-firewall/error]: c
 --> shop.yaml:4:3

warning[egress-firewall/warning]: b
 --> shop.yaml:2:3
  = 1 more like this: shop.yaml:3:3

2 more findings are not shown: fix the first ones; \`weir check --max-findings 0\` shows all
  2 × info[egress-firewall/info]

1 error, 2 warnings, 2 info
`);
  });
});
