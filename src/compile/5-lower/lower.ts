import type { Resolution } from '../../kinds/kind.js';
import type { Intent } from '../../model/intent.js';

/** Returns the effects of all resolved objects, in order of kinds. */
export function lower(resolutions: readonly Resolution[]): readonly Intent[] {
  return resolutions.flatMap((resolution) => resolution.lower());
}
