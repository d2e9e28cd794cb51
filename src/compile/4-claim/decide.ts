import type { Engine } from '../../engine/engine.js';
import type { Query, QueryInput } from '../../engine/query.js';
import type { Kind } from '../../kinds/kind.js';
import type { Reporter } from '../../model/diagnostic.js';
import { sameItems } from '../../std/same-items.js';
import { type Refusals, checkClaims } from './check.js';
import { type Claims, buildClaims, claimantsAmong } from './claims.js';
import type { ClaimInputs } from './inputs.js';

const claimInputs: QueryInput<ClaimInputs> = { name: 'inputs of claims', same: hasSameInputs };
const claimingKinds: QueryInput<readonly Kind[]> = { name: 'claiming kinds' };

const registry: Query<undefined, Claims> = {
  name: 'claims',
  run: (db) => buildClaims(db.read(claimInputs), db.read(claimingKinds)),
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
  engine.set(claimInputs, { ...inputs, manifests: claimantsAmong(inputs.manifests, kinds) });
  engine.set(claimingKinds, kinds);
  return { refusals: engine.ask(conflicts, undefined, report), claims: engine.ask(registry, undefined, report) };
}

function hasSameInputs({ manifests, ...a }: ClaimInputs, { manifests: others, ...b }: ClaimInputs): boolean {
  return sameItems(manifests, others) && sameItems(Object.values(a), Object.values(b));
}
