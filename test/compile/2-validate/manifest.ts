import type { Report } from '../../../src/model/diagnostic.js';
import type { Manifest } from '../../../src/model/manifest.js';
import type { Kind } from '../../../src/kinds/contract/kind.js';
import { validate } from '../../../src/compile/2-validate/index.js';
import type { Json, JsonObject } from '../../../src/std/json.js';

/** A manifest as the reader makes it of an object. */
export function manifestOf(object: JsonObject): Manifest {
  const metadata = (object.metadata ?? {}) as JsonObject;
  const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
  return {
    apiVersion: text(object.apiVersion),
    kind: text(object.kind),
    namespace: text(metadata.namespace),
    name: text(metadata.name),
    object,
    origin: { file: { path: 'object.yaml', text: '' }, start: 0, end: 0, pointer: '' },
  };
}

/** Validates objects of one kind; returns the sound manifests and the reports. */
export function validateObjects(
  kind: Kind,
  ...objects: JsonObject[]
): { sound: readonly Manifest[]; reports: Report[] } {
  const reports: Report[] = [];
  const sound = validate(objects.map(manifestOf), [kind], (report) => reports.push(report));
  return { sound, reports };
}

/** `<severity> <code> <pointer>` of each report on an object of a kind, in order. */
export function verdicts(kind: Kind, object: JsonObject): string[] {
  return validateObjects(kind, object).reports.map(({ severity, code, location }) => {
    return `${severity} ${code} ${'pointer' in location ? location.pointer : ''}`.trim();
  });
}
