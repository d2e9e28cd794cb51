import type { Cause } from '../../model/intent/cause.js';
import type { Manifest } from '../../model/manifest.js';

/** Returns the rule at a JSON pointer of an object, as the cause of an intent. '' is the object as a whole. */
export function causeOf({ apiVersion, kind, namespace, name, origin }: Manifest, pointer: string): Cause {
  return { apiVersion, kind, namespace, name, origin, pointer };
}
