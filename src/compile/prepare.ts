import type { CompileInput, Prepared } from './compile-input.js';
import { omitRemoved } from './1-read/omit-removed.js';
import { readManifests } from './1-read/read.js';
import { checkConfiguration } from '../schema/configuration.js';
import { validate } from './2-validate/index.js';
import { rejectOthers } from './2-validate/reject-others.js';
import { findLive } from './2-validate/live.js';
import { addressInventory } from './3-index/address-inventory.js';
import { asksForNothing } from './3-index/asks-for-nothing.js';
import { buildCluster } from './3-index/cluster.js';
import { messages as inventoryMessages } from './3-index/messages.js';
import { decideClaims } from './4-claim/decide.js';
import { applySeverityOverrides } from '../diagnostics/severity-overrides.js';
import { kinds } from '../kinds/index.js';
import { knownKinds } from '../kinds/known.js';
import { EMPTY_LOCK, parseLock } from '../settings/lock/parse.js';
import type { Reporter } from '../model/diagnostic.js';
import type { Lock } from '../model/lock.js';
import type { SourceFile } from '../model/manifest.js';
import { createEngine } from '../engine/engine.js';
import type { Query } from '../engine/query.js';
import { watchErrors } from '../model/watch-errors.js';
import { NOTHING_ASSUMED, assumeMissing, isLimited } from './assume.js';

const lockOfFile: Query<SourceFile, Lock> = {
  name: 'lock of a file',
  run: (db, file) => parseLock(file, checkConfiguration, db.report) ?? EMPTY_LOCK,
};

/** Reads and validates objects, and builds the index of the cluster, before any decision. */
export function prepare(input: CompileInput, reportTo: Reporter, progress: (phase: string) => void): Prepared {
  const { configuration, files, purpose, seeAssumed, earlier, alter, assignmentOrder = 'lock-first' } = input;
  progress('reading');
  const { report, hasError } = watchErrors(reportTo, input.reports);
  const engine = input.engine ?? createEngine({ isForOneRound: true });
  const read = readManifests(files, knownKinds, report, engine);
  const written = alter ? alter(read) : read;
  const { found: all, assumed } =
    purpose === 'answers' ? assumeMissing(written) : { found: written, assumed: NOTHING_ASSUMED };
  if (isLimited(assumed)) seeAssumed?.(assumed);
  const found = earlier ? omitRemoved(all, earlier) : all;
  const { inventory } = found;
  const lock = input.lock ? engine.ask(lockOfFile, input.lock, report) : EMPTY_LOCK;
  progress('validating');
  const { definitions } = configuration.release;
  const judge = applySeverityOverrides(configuration.findings);
  const say = input.otherDefinitions
    ? rejectOthers(found.compiled, definitions, input.otherDefinitions, report)
    : report;
  const manifests = validate(found.compiled, kinds, say, engine, judge, definitions);
  progress('resolving');
  const cluster = buildCluster(inventory, manifests, configuration, report, engine);
  const isEmpty = asksForNothing(manifests, inventory, cluster, configuration);
  // Queries about unread objects are valid. Only artefacts of an empty input would delete everything.
  const isAnswerable = purpose !== undefined && purpose !== 'artefacts' && found.unread.length > 0;
  if (isEmpty && !isAnswerable && !hasError()) {
    report({ ...inventoryMessages.nothingToCompile(configuration.allowEmpty), location: { path: '' } });
  }
  const addresses = engine.ask(addressInventory, undefined, report);
  const { observed } = found;
  const live = findLive(observed, manifests, kinds, report, definitions);
  const claimInputs = { configuration, cluster, manifests, observed, lock, addresses };
  const { claims, refusals } = decideClaims(claimInputs, kinds, report, engine);
  const isWrittenOnce = !input.engine && purpose === 'artefacts' && !input.expectations?.length;
  const { isRefused } = refusals;
  const options = { assignmentOrder, errorsOnly: purpose === 'answers', isWrittenOnce };
  const context = { configuration, lock, manifests, observed, live, cluster, isRefused, report, ...options };
  return {
    found,
    manifests,
    context,
    claims,
    refusals,
    ignored: found.ignored,
    isEmpty,
    assumed,
    hasError,
    engine: input.engine,
  };
}
