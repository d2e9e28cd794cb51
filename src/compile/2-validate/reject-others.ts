import { kinds } from '../../kinds/index.js';
import { titleOf } from '../../model/kubernetes-object.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { validate } from './index.js';
import type { Definitions } from '../../kinds/contract/definition.js';

/**
 * Creates a reporter for objects that another release accepts. Their errors become rejections: an API server of this
 * release rejects them, but the input is not wrong. `definitions` are those of this release, `others` those of the
 * other one.
 */
export function rejectOthers(
  manifests: readonly Manifest[],
  definitions: Definitions,
  others: Definitions,
  report: Reporter,
): Reporter {
  const names = new Set([...Object.keys(definitions), ...Object.keys(others)]);
  const changed = new Set([...names].filter((kind) => definitions[kind] !== others[kind]));
  const concerned = manifests.filter(({ kind }) => changed.has(kind));
  const accepted = validate(concerned, kinds, () => undefined, undefined, undefined, others);
  const titles = new Set(accepted.map((manifest) => titleOf(manifest.kind, manifest)));
  return (one) => {
    const { resource, severity } = one;
    const isRejected = severity === 'error' && resource && titles.has(titleOf(resource.kind, resource));
    report(isRejected ? { ...one, severity: 'rejected' } : one);
  };
}
