import { expect, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import type { Row } from '../../src/model/northbound.js';
import { createRowChecks } from '../../src/northbound/check.js';
import { createSharedRowSource } from '../../src/northbound/shared-rows.js';

const NAMESPACES = Array.from({ length: 400 }, (_, number) => `team-${1000 + number}`);

/** Creates an ACL that no row refers to. `see` is called when a check reads its columns. */
function createACL(namespace: string, match: string, see: (namespace: string) => void): Row {
  return {
    key: `acl-${namespace}`,
    namespace,
    get columns() {
      see(namespace);
      return { action: 'drop', direction: 'to-lport', match, priority: 1 };
    },
  };
}

test('after a change of one row, only rows near it are checked again, and problems are those of a first check', () => {
  const source = createSharedRowSource('rows');
  const checks = createRowChecks(source, () => ({ rows: new Map(), attachments: [], absent: new Map() }));
  const engine = createEngine();
  engine.set(checks.options, { schemaVersion: '7.12.0', baseRows: 'external', keepsResults: false });
  const seen = new Set<string>();
  const see = (namespace: string): void => void seen.add(namespace);
  const rows = NAMESPACES.map((namespace) => createACL(namespace, 'ip4', see));
  const check = (list: readonly Row[], by = engine) => {
    by.set(source.rows, { rows: new Map([['ACL', list]]), attachments: [], absent: new Map() });
    return by.ask(checks.shared, undefined, () => undefined);
  };
  expect(check(rows)).toEqual([]);
  expect(seen.size).toBe(NAMESPACES.length);
  seen.clear();
  const changed = rows.with(200, createACL('team-1200', 'ip4 &&', see));
  const problems = check(changed);
  expect(problems.map(({ key }) => key)).toEqual(['acl-team-1200']);
  expect(seen).toContain('team-1200');
  expect(seen.size).toBeLessThan(NAMESPACES.length / 2);
  const first = createEngine({ isForOneRound: true });
  first.set(checks.options, { schemaVersion: '7.12.0', baseRows: 'external' });
  expect(check(changed, first)).toEqual(problems);
  expect(check(rows.toSpliced(7, 1, createACL('team-1006', 'ip4', see))).map(({ message }) => message)).toEqual([
    'another row has the same key',
  ]);
});
