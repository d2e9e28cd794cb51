import type { Engine } from '../../engine/engine.js';
import { createRecordedCluster } from '../../engine/recorded-cluster.js';
import type { Db, Query, QueryInput } from '../../engine/query.js';
import type { Kind } from '../../kinds/kind.js';
import type { Claim } from '../../model/claim.js';
import type { Reporter } from '../../model/diagnostic.js';
import { sameItems } from '../../std/same-items.js';
import { type Refusals, checkClaims } from './check.js';
import { type Claims, type CollectedClaims, buildClaims, claimantsAmong, collectClaimed } from './claims.js';
import type { ClaimInputs, ClaimReader } from './inputs.js';
import { sharedClaimReaders } from './readers/index.js';

type OwnInputs = Omit<ClaimInputs, 'cluster'>;

const ownInputs: QueryInput<OwnInputs> = { name: 'inputs of claims', same: hasSameInputs };
const cluster = createRecordedCluster('the cluster of claims');
const claimingKinds: QueryInput<readonly Kind[]> = { name: 'claiming kinds' };

/** Returns the inputs. Each read of the cluster is recorded. */
function inputsIn(db: Db): ClaimInputs {
  return { ...db.read(ownInputs), cluster: cluster.in(db) };
}

const claimed: Query<undefined, CollectedClaims> = {
  name: 'claimed addresses',
  run: (db) => collectClaimed(inputsIn(db), db.read(claimingKinds)),
};

const claimsOfReader: Query<ClaimReader, readonly Claim[]> = {
  name: 'claims of a reader',
  run: (db, read) => read(inputsIn(db), db.get(claimed, undefined).byAddress),
  same: sameItems,
};

const registry: Query<undefined, Claims> = {
  name: 'claims',
  run: (db) =>
    buildClaims(
      inputsIn(db),
      db.get(claimed, undefined),
      sharedClaimReaders.map((read) => db.get(claimsOfReader, read)),
    ),
};

const conflicts: Query<undefined, Refusals> = {
  name: 'refused claims',
  run: (db) => checkClaims(db.get(registry, undefined), db.report),
};

/** Collects the claims of all claimants, and reports every conflict. Returns the claims that are rejected for one. */
export function decideClaims(
  inputs: ClaimInputs,
  kinds: readonly Kind[],
  report: Reporter,
  engine: Engine,
): { readonly claims: Claims; readonly refusals: Refusals } {
  const { cluster: whole, ...own } = inputs;
  cluster.set(engine, whole);
  engine.set(ownInputs, { ...own, manifests: claimantsAmong(inputs.manifests, kinds) });
  engine.set(claimingKinds, kinds);
  const refusals = engine.ask(conflicts, undefined, report);
  // The caller may read the claims after other inputs were set.
  return { refusals, claims: { ...engine.ask(registry, undefined, report), inputs } };
}

function hasSameInputs({ manifests, ...a }: OwnInputs, { manifests: others, ...b }: OwnInputs): boolean {
  return sameItems(manifests, others) && sameItems(Object.values(a), Object.values(b));
}
