import { messages } from '../compile/upgrade-messages.js';
import type { Prepared } from '../compile/compile-input.js';
import { compareLocks } from '../kinds/locks.js';
import { pathOfName, resourceOf } from '../model/kubernetes-object.js';
import type { Lock } from '../model/lock.js';
import type { Manifest } from '../model/manifest.js';
import type { Configuration } from '../model/configuration.js';
import type { Report } from '../model/diagnostic.js';
import type { AbsentSetting, ReleaseProfile } from '../model/release.js';
import { groupBy } from '../std/group-by.js';
import { quote } from '../std/quote.js';
import type { EgressChange } from '../traffic/change.js';

/** A cluster that is upgraded from one release to another, with unchanged resources. */
export interface Upgrade {
  readonly from: ReleaseProfile;
  readonly to: ReleaseProfile;
}

/** One side of an upgrade: its prepared input, and its current assignments. */
interface UpgradedSide {
  readonly prepared: Prepared;
  readonly lock: Lock;
}

/**
 * Returns the steps before an upgrade, as findings of the new side. `path` is that of the configuration file, '' if
 * there is none.
 */
export function adviseOnUpgrade(
  { from, to }: Upgrade,
  { prepared: { manifests, context }, lock }: UpgradedSide,
  egress: readonly EgressChange[],
  path: string,
): readonly Report[] {
  const settings = from.absentSettings
    .filter((setting) => !to.absentSettings.includes(setting))
    .flatMap((setting): Report[] => {
      const value = describeSetting(setting, context.configuration);
      return value === undefined ? [] : [{ ...messages.newSetting(setting, to.name, value), location: { path } }];
    });
  const sources = egress.filter(hasOtherSource).map(({ pods, before, after }): Report => {
    const finding = messages.otherSource(pods.map(pathOfName), before.sources, after.sources);
    return { ...finding, location: { path: '' } };
  });
  return [...settings, ...manifests.flatMap(createMoveFinder(lock)), ...sources];
}

/** Creates a function that reports the nodes of the egress addresses of a manifest, because each of them restarts. */
function createMoveFinder(lock: Lock): (manifest: Manifest) => readonly Report[] {
  const placed = groupBy(compareLocks(NOTHING_ASSIGNED, lock), ({ kind, name }) => `${kind} ${name}`);
  return (manifest) => {
    const own = placed.get(`${manifest.kind} ${pathOfName(manifest)}`) ?? [];
    const nodes = new Set(own.flatMap(({ what, to }) => (what === 'address' && to !== undefined ? [to] : [])));
    const place = { location: { origin: manifest.origin, pointer: '' }, resource: resourceOf(manifest) };
    return [...nodes].map((node): Report => ({ ...messages.addressMoves(node), ...place }));
  };
}

const NOTHING_ASSIGNED: Lock = { egressIPs: new Map(), egressServices: new Map() };

function hasOtherSource({ before, after }: EgressChange): boolean {
  return before.sources.join() !== after.sources.join();
}

/** Returns a value as in weir.yaml. Returns undefined if the setting is off. */
function describeSetting(setting: AbsentSetting, configuration: Configuration): string | undefined {
  const value = configuration[setting];
  if (value === undefined || value === false) return undefined;
  return typeof value === 'string' ? quote(value) : String(value);
}
