import { textOf } from '../model/kubernetes-object.js';
import type { Manifest } from '../model/manifest.js';
import { asObject } from '../std/json.js';
import type { Ingress } from './read-ingress.js';

/** Controller of the IngressClasses whose Ingresses become Routes. */
const ROUTE_CONTROLLER = 'openshift.io/ingress-to-route';

/** Returns the controllers of IngressClasses, by class name. */
export function indexClasses(manifests: readonly Manifest[]): ReadonlyMap<string, string> {
  return new Map(manifests.map(({ name, object }) => [name, textOf(asObject(object.spec)?.controller)]));
}

/**
 * Returns the class for which OpenShift ignores an Ingress: it is unknown, or belongs to another controller. Returns
 * undefined if the Ingress becomes Routes.
 */
export function otherClass(
  { className }: Ingress,
  classes: ReadonlyMap<string, string>,
): { readonly name: string; readonly controller?: string } | undefined {
  if (className === undefined) return undefined;
  const controller = classes.get(className);
  if (controller === ROUTE_CONTROLLER) return undefined;
  return { name: className, ...(controller === undefined ? {} : { controller }) };
}
