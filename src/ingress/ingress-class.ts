import { textOf } from '../model/kubernetes-object.js';
import type { Manifest } from '../model/manifest.js';
import { asObject } from '../std/json.js';
import type { Ingress } from './read-ingress.js';

/** The controller of the IngressClasses whose Ingresses become Routes. */
const ROUTE_CONTROLLER = 'openshift.io/ingress-to-route';

/** IngressClasses by name, with their controllers. */
export function indexClasses(manifests: readonly Manifest[]): ReadonlyMap<string, string> {
  return new Map(manifests.map(({ name, object }) => [name, textOf(asObject(object.spec)?.controller)]));
}

/** Why OpenShift ignores an Ingress: its class is unknown, or belongs to another controller. Undefined: it becomes Routes. */
export function otherClass(
  { className }: Ingress,
  classes: ReadonlyMap<string, string>,
): { readonly name: string; readonly controller?: string } | undefined {
  if (className === undefined) return undefined;
  const controller = classes.get(className);
  if (controller === ROUTE_CONTROLLER) return undefined;
  return { name: className, ...(controller === undefined ? {} : { controller }) };
}
