import { describe, expect, it } from 'vitest';
import { readBack, sendTransactions } from '../../../src/apply/northbound/live/send.js';
import { createSelectedRows } from '../../../src/apply/northbound/live/live-rows.js';
import type { Client, RowQuery, RowSelection } from '../../../src/clients/ovsdb/index.js';
import type { Transactions } from '../../../src/apply/northbound/wire/transactions.js';

const QUERIES: readonly RowQuery[] = [{ table: 'Port_Group', columns: ['_uuid', 'acls'] }];
const GOOD: RowSelection = { result: 'rows', rows: [[{ _uuid: ['uuid', 'there'] }]] };
const EARLY: RowSelection = { result: 'rows', rows: [[]] };

/** A client that notes what it is asked, and answers each selection with the next of `selections`. */
function createClient(selections: readonly RowSelection[]): { client: Client; asked: string[] } {
  const asked: string[] = [];
  const answers = [...selections];
  const client = {
    transact: () => {
      asked.push('transact');
      return Promise.resolve({ result: 'committed', results: [] });
    },
    select: () => {
      asked.push('select');
      return Promise.resolve(answers.shift() ?? EARLY);
    },
  } as Partial<Client> as Client;
  return { client, asked };
}

/** So many transactions, after which a row must be there. */
function createTransactions(count: number, isKnownAhead: boolean): Transactions {
  let left = count;
  return {
    next: () => (left-- > 0 ? { operations: [], committed: () => [] } : undefined),
    mustSettle: () => false,
    mayOverlap: () => true,
    unseen: () => [],
    see: () => undefined,
    queriesAhead: () => (isKnownAhead && left <= 0 ? QUERIES : undefined),
    readBack: () => ({
      queries: QUERIES,
      problemsIn: ([rows = []]) => (rows.length === 1 ? [] : ['a row is not there']),
    }),
  };
}

describe('Reading back', () => {
  it('asks right behind the last transaction, once', async () => {
    const { client, asked } = createClient([GOOD]);
    const transactions = createTransactions(3, true);
    const sent = await sendTransactions(client, transactions, createSelectedRows(client));
    expect(await readBack(client, transactions, sent.ahead)).toEqual([]);
    expect(asked).toEqual(['transact', 'transact', 'transact', 'select']);
  });

  it('asks again when the answer is from before the commit', async () => {
    const { client, asked } = createClient([EARLY, GOOD]);
    const transactions = createTransactions(1, true);
    const sent = await sendTransactions(client, transactions, createSelectedRows(client));
    expect(await readBack(client, transactions, sent.ahead)).toEqual([]);
    expect(asked).toEqual(['transact', 'select', 'select']);
  });

  it('says what the second answer lacks', async () => {
    const { client } = createClient([EARLY, EARLY]);
    const transactions = createTransactions(1, true);
    const sent = await sendTransactions(client, transactions, createSelectedRows(client));
    expect(await readBack(client, transactions, sent.ahead)).toEqual(['a row is not there']);
  });

  it('waits for the commits where the queries need their answers', async () => {
    const { client, asked } = createClient([GOOD]);
    const transactions = createTransactions(1, false);
    const sent = await sendTransactions(client, transactions, createSelectedRows(client));
    expect(sent.ahead).toBeUndefined();
    expect(await readBack(client, transactions, sent.ahead)).toEqual([]);
    expect(asked).toEqual(['transact', 'select']);
  });
});
