import { expect, it } from 'vitest';
import { type OvsdbRow, entriesOf } from '../../../src/clients/ovsdb/notation.js';
import { createPairSharing } from '../../../src/clients/ovsdb/share-pairs.js';

const rowOf = (...pairs: readonly (readonly [string, string])[]): OvsdbRow => ({
  name: 'a row',
  external_ids: ['map', pairs],
});

it('a pair of a map that another row has is the same object there', () => {
  const share = createPairSharing();
  const [one, other] = [share(rowOf(['owner', 'weir'], ['id', '1'])), share(rowOf(['owner', 'weir'], ['id', '2']))];
  expect(other).toEqual(rowOf(['owner', 'weir'], ['id', '2']));
  expect(entriesOf(other.external_ids)[0]).toBe(entriesOf(one.external_ids)[0]);
});

it('keeps no more than some pairs of a key', () => {
  const share = createPairSharing();
  const rows = Array.from({ length: 1000 }, (_, index) => share(rowOf(['id', String(index)])));
  const again = rows.map(
    (row, index) => entriesOf(share(rowOf(['id', String(index)])).external_ids)[0] === entriesOf(row.external_ids)[0],
  );
  expect(again.filter((isShared) => isShared)).toHaveLength(100);
});
