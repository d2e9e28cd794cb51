import { describe, expect, it } from 'vitest';
import { rebase } from '../../src/diagnostics/rebase.js';
import type { Diagnostic } from '../../src/model/diagnostic.js';

function diagnosticAt(file: string): Diagnostic {
  const at = { file, line: 1, column: 1, length: 1 };
  return { code: 'a/b', severity: 'error', message: '', help: '', at, related: [{ message: '', at, excerpt: '' }] };
}

const moved = (file: string, prefix: string) =>
  rebase([diagnosticAt(file)], prefix).map(({ at, related }) => [at?.file, related[0]?.at.file]);

describe('paths of diagnostics', () => {
  it.each([
    ['firewall.yaml', '', 'firewall.yaml'],
    ['firewall.yaml', 'clusters/prod', 'clusters/prod/firewall.yaml'],
    ['../inventory/nodes.yaml', 'clusters/prod', 'clusters/inventory/nodes.yaml'],
    ['../../../nodes.yaml', 'clusters/prod', '../nodes.yaml'],
    ['nodes.yaml', '../beside', '../beside/nodes.yaml'],
    ['<stdin>', 'clusters', '<stdin>'],
    ['/etc/nodes.yaml', 'clusters', '/etc/nodes.yaml'],
  ])('%s below %s is %s, related places too', (file, prefix, expected) => {
    expect(moved(file, prefix)).toEqual([[expected, expected]]);
  });
});
