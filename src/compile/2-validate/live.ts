import type { Kind } from '../../kinds/contract/kind.js';
import type { Report, Reporter } from '../../model/diagnostic.js';
import { keyOfKind, titleOf } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { type JsonObject, asObject } from '../../std/json.js';
import { messages } from '../../schema/messages.js';
import { validate } from './index.js';
import type { Definitions } from '../../kinds/contract/definition.js';

/**
 * Returns the valid inventory objects of the kinds that count there, without those that a manifest replaces. Reports
 * each invalid object once.
 */
export function findLive(
  observed: readonly Manifest[],
  manifests: readonly Manifest[],
  kinds: readonly Kind[],
  report: Reporter,
  definitions?: Definitions,
): readonly Manifest[] {
  const counting = kinds.filter(({ countsInInventory }) => countsInInventory === true);
  const names = new Set(counting.map(keyOfKind));
  const counted = observed.filter((one) => names.has(keyOfKind(one)));
  if (counted.length === 0) return [];
  const ours = new Set(manifests.map((manifest) => titleOf(manifest.kind, manifest)));
  const found = counted.filter((one) => !ours.has(titleOf(one.kind, one)));
  const said = new Set<Manifest['origin']>();
  const reportOnce = ({ severity, message, location, resource }: Report): void => {
    if (severity !== 'error' || !('origin' in location) || said.has(location.origin)) return;
    said.add(location.origin);
    report({ ...messages.invalidInInventory(message), location, ...(resource && { resource }) });
  };
  return validate(found.map(wantedPart), counting, reportOnce, undefined, undefined, definitions);
}

/** Returns only the desired state of an object. Other fields may be of another version, and have no effect. */
function wantedPart(manifest: Manifest): Manifest {
  const { apiVersion, kind, metadata, spec } = manifest.object;
  const { name, namespace, annotations } = asObject(metadata) ?? {};
  const written = Object.entries({ name, namespace, annotations }).filter(([, value]) => value !== undefined);
  const object = { apiVersion, kind, metadata: Object.fromEntries(written), ...(spec === undefined ? {} : { spec }) };
  return { ...manifest, object: object as JsonObject };
}
