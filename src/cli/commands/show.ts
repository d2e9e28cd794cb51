import { emitClusterRows } from '../../compile/6-emit/zone-rows.js';
import { exitCodeOf } from '../../diagnostics/verdict.js';
import type { Failure } from '../../model/change.js';
import type { ZoneRows } from '../../model/northbound.js';
import { joinZone } from '../../northbound/join-rows.js';
import { renderTransaction } from '../../northbound/transaction.js';
import { renderZone } from '../../northbound/zone-text.js';
import { refuseUnknownName } from '../../rendered/known-names.js';
import { readRenderedZone } from '../../rendered/read-zone.js';
import { printJsonPieces } from '../process/print.js';
import { printFindings } from '../run/diagnostics.js';
import { reportProblems } from './reconcile/plan.js';
import { run } from '../run/run.js';

/** The zone to show, and the source of its rows. */
export interface ShowOptions {
  /** The folder with weir.yaml. */
  readonly path: string;
  readonly zone: string;
  /** `json`: rows and attachments. `transaction`: the parameters of an RFC 7047 `transact` for an empty database. */
  readonly format: 'json' | 'transaction';
  /** An output folder. If unset, the repository is compiled. */
  readonly rendered?: string;
  readonly config?: string;
  readonly rev?: string;
}

/**
 * Prints the rows of a zone for `weir show northbound`. Returns the exit code: 0, or 1 with nothing on standard output.
 */
export async function showNorthboundCommand(options: ShowOptions): Promise<number> {
  const rows = options.rendered === undefined ? await compileZone(options) : readZone(options.rendered, options.zone);
  if (!rows) return 1;
  if ('result' in rows) return reportProblems(`zone ${options.zone}`, rows.problems);
  printJsonPieces(options.format === 'transaction' ? renderTransaction(rows) : renderZone(rows));
  return 0;
}

function readZone(folder: string, zone: string): ZoneRows | Failure {
  const read = readRenderedZone(folder, zone);
  return read.result === 'failed' ? read : read.rows;
}

/** Compiles the rows of a zone of the repository. Returns undefined if it has errors, which are printed. */
async function compileZone({ zone, ...options }: ShowOptions): Promise<ZoneRows | Failure | undefined> {
  const { input, compilation, findings } = await run(options, 'findings');
  printFindings(findings, 'text', 'stderr');
  if (!input || !compilation || exitCodeOf(findings, { strict: false }) !== 0) return undefined;
  const { intents, cluster } = compilation;
  const names = { zones: new Set(cluster.zones.keys()), nodes: new Set(cluster.nodeByName.keys()) };
  const refusal = refuseUnknownName({ source: 'the inventory', ...names }, 'zone', zone);
  if (refusal) return refusal;
  const { shared, ownOf } = emitClusterRows({ intents, cluster, configuration: input.configuration }, () => undefined);
  const { rows } = ownOf(zone);
  return joinZone([shared.rows, rows], rows);
}
