import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import { messages } from './messages.js';

/** `<apiVersion> <kind>` of policies of which OVN-Kubernetes v1.3 makes rows, and Weir none. */
const POLICY = /^(?:policy\.)?networking\.k8s\.io\/\S+ ((?:Admin|BaselineAdmin)?NetworkPolicy)$/;

/**
 * Says that a managed topology does not enforce the network policies of the input: nobody else will, either. `ignored`
 * counts, by `<apiVersion> <kind>`, the objects that Weir has no use for.
 */
export function reportUnenforced(
  ignored: ReadonlyMap<string, number>,
  { topology }: Configuration,
  report: Reporter,
): void {
  if (topology !== 'managed') return;
  for (const [what, count] of ignored) {
    const kind = POLICY.exec(what)?.[1];
    if (kind !== undefined) report({ ...messages.unenforced(kind, count), target: { path: '' } });
  }
}
