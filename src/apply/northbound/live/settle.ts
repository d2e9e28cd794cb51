import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../../clients/ovsdb/index.js';
import { entriesOf } from '../../../clients/ovsdb/notation.js';

/** Maximum milliseconds for which nodes are waited for. The addresses of a node that has died move this much later. */
const LONGEST = 1000;
/** Milliseconds for nodes to install what ovn-northd has translated, if one of them is away. */
const GRACE = 100;
const PAUSE = 10;

/** Option of a database that ovn-northd has translated at least once. It writes the prefix unless a user has. */
const MARK = 'mac_prefix';

type Progress = Readonly<Record<'nb_cfg' | 'sb_cfg' | 'hv_cfg', number>>;

/**
 * Waits until all nodes have installed the committed rows (ovn-nb(5), NB_Global), or for `longest` milliseconds. If a node
 * was behind before, it can be dead. Then only ovn-northd is waited for, and nodes have a tenth of a second. Without
 * ovn-northd, no node installs anything.
 */
export async function settleNodes(client: Client, longest = LONGEST): Promise<void> {
  const before = await readProgress(client);
  if (!before || before.sb_cfg < before.nb_cfg) return;
  const committed = await client.transact([
    { op: 'mutate', table: 'NB_Global', where: [], mutations: [['nb_cfg', '+=', 1]] },
  ]);
  if (committed.result !== 'committed') return;
  const isCurrent = before.hv_cfg === before.nb_cfg;
  const isDone = ({ sb_cfg, hv_cfg }: Progress): boolean => (isCurrent ? hv_cfg : sb_cfg) > before.nb_cfg;
  const end = performance.now() + longest;
  for (;;) {
    const now = await readProgress(client);
    if (!now || performance.now() > end) return;
    if (isDone(now)) break;
    await sleep(PAUSE);
  }
  if (!isCurrent) await sleep(GRACE);
}

async function readProgress(client: Client): Promise<Progress | undefined> {
  const columns = ['nb_cfg', 'sb_cfg', 'hv_cfg'];
  const selection = await client.select([{ table: 'NB_Global', columns: [...columns, 'options'] }]);
  const row = selection.result === 'rows' ? selection.rows[0]?.[0] : undefined;
  if (!entriesOf(row?.options).some(([name]) => name === MARK)) return undefined;
  const [nb, sb, hv] = columns.map((name) => row?.[name]);
  if (typeof nb !== 'number' || typeof sb !== 'number' || typeof hv !== 'number') return undefined;
  return { nb_cfg: nb, sb_cfg: sb, hv_cfg: hv };
}
