import { createListQuery, isChosen, startsGroupOfLists, startsGroupOfNames } from '../../engine/chunks.js';
import type { Engine } from '../../engine/engine.js';
import { createRecordedCluster } from '../../engine/recorded-cluster.js';
import { createRecordedConfiguration } from '../../engine/recorded-configuration.js';
import { listValues } from '../../engine/record-fields.js';
import type { Db, Query, QueryInput } from '../../engine/query.js';
import type { Kind } from '../../kinds/contract/kind.js';
import type { Claim } from '../../model/claim.js';
import type { Node, Pod } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { isDeepEqual } from '../../std/deep-equal.js';
import { sameItems } from '../../std/same-items.js';
import { type Refusals, checkClaims } from './check.js';
import { type Claims, type CollectedClaims, buildClaims, claimantsAmong, collectClaimed } from './claims.js';
import type { ClaimInputs, ClaimReader } from './readers/inputs.js';
import { claimsOfNodes } from './readers/node.js';
import { type ClaimedByOthers, claimedByOthers, claimsOfPods } from './readers/pod.js';
import { sharedClaimReaders } from './readers/index.js';

type OwnInputs = Omit<ClaimInputs, 'cluster' | 'configuration'>;

const ownInputs: QueryInput<OwnInputs> = { name: 'inputs of claims', same: hasSameInputs };
const cluster = createRecordedCluster('the cluster of claims');
const configuration = createRecordedConfiguration('the configuration of claims');
const claimingKinds: QueryInput<readonly Kind[]> = { name: 'claiming kinds' };

const resources: QueryInput<readonly Manifest[]> = { name: 'resources that may claim addresses', same: sameItems };

const claimants = createListQuery<Manifest, Manifest>('claimants', {
  listIn: (db) => db.read(resources),
  startsChunk: startsGroupOfNames,
  isWholeOnce: true,
  make: (db, manifests) => claimantsAmong(manifests, db.read(claimingKinds)),
});

/** Returns the inputs. Each read of the cluster, and of a field of the configuration, is recorded. */
function inputsIn(db: Db): ClaimInputs {
  return { ...db.read(ownInputs), cluster: cluster.in(db), configuration: configuration.in(db) };
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

/** A part of the inputs, because other parts change more often. */
const addressInventory: Query<undefined, ClaimInputs['addresses']> = {
  name: 'address inventory of claims',
  run: (db) => db.read(ownInputs).addresses,
};
const claimedAddresses: Query<undefined, ClaimedByOthers> = {
  name: 'addresses that others claim',
  run: (db) => claimedByOthers(db.get(claimed, undefined).byAddress),
  same: isDeepEqual,
};

/** Number of nodes in a chunk, on average. */
const NODES_IN_CHUNK = 32;

/** The claims of pods, of which a cluster has many more than of other objects. */
const claimsOfAllPods = createListQuery<readonly Pod[], Claim>('claims of pods', {
  listIn: (db) => listValues(cluster.in(db).podsByNamespace),
  startsChunk: startsGroupOfLists,
  make: (db, lists) => claimsOfPods(lists, db.get(addressInventory, undefined), db.get(claimedAddresses, undefined)),
});

/** The claims of nodes, most of which stay the same if one node changes. */
const claimsOfAllNodes = createListQuery<Node, Claim>('claims of nodes', {
  listIn: (db) => cluster.in(db).nodes,
  startsChunk: ({ name }) => isChosen(name, NODES_IN_CHUNK),
  make: (db, nodes) => claimsOfNodes(nodes, configuration.in(db)),
});

const registry: Query<undefined, Claims> = {
  name: 'claims',
  run: (db) =>
    buildClaims(inputsIn(db), db.get(claimed, undefined), [
      ...sharedClaimReaders.map((read) => db.get(claimsOfReader, read)),
      db.get(claimsOfAllNodes, undefined),
      db.get(claimsOfAllPods, undefined),
    ]),
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
  const { cluster: whole, configuration: settings, ...own } = inputs;
  cluster.set(engine, whole);
  configuration.set(engine, settings);
  engine.set(claimingKinds, kinds);
  engine.set(resources, inputs.manifests);
  engine.set(ownInputs, { ...own, manifests: engine.ask(claimants, undefined, () => undefined) });
  const refusals = engine.ask(conflicts, undefined, report);
  // The caller may read the claims after other inputs were set.
  return { refusals, claims: { ...engine.ask(registry, undefined, report), inputs } };
}

function hasSameInputs({ manifests, ...a }: OwnInputs, { manifests: others, ...b }: OwnInputs): boolean {
  return sameItems(manifests, others) && sameItems(Object.values(a), Object.values(b));
}
