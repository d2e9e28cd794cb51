import type { Artefact, ManifestObject } from '../../../model/artefact.js';
import type { Configuration } from '../../../model/configuration.js';
import type { RedirectIntent } from '../../../model/intent/redirect.js';
import { toChunks } from '../../../std/byte-writer.js';
import { resourceText } from '../provenance.js';
import { routerFamiliesOf } from './families.js';
import { pluginRuleset, routerRuleset } from './nftables.js';
import { routerObjects } from './objects.js';
import { type RouterRoutes, pluginRoutes, routerBatch, routerRoutes } from './routes.js';
import { setupScript } from './setup.js';

/** Files that set up the network namespace of routers' pods, and the objects that deliver them. */
export interface EmittedRouters {
  readonly artefacts: readonly Artefact[];
  readonly objects: readonly ManifestObject[];
}

/**
 * Writes `routers/<namespace>/<name>/`: the content of the network namespace of each router's pod. The portable
 * implementation also has the objects. OpenShift's operator makes its own, and its plugin supports only IPv4.
 */
export function emitRouters(intents: readonly RedirectIntent[], configuration: Configuration): EmittedRouters {
  const isOperator = configuration.egressRouter.implementation === 'openshift';
  const routers = intents.map((intent) => (isOperator ? emitForPlugin(intent) : emitPortable(intent, configuration)));
  return {
    artefacts: routers.flatMap(({ artefacts }) => artefacts),
    objects: routers.flatMap(({ objects }) => objects),
  };
}

function emitPortable(intent: RedirectIntent, configuration: Configuration): EmittedRouters {
  const families = routerFamiliesOf(intent);
  const routes = routerRoutes(families);
  const files = filesOf(routerRuleset(families), routes);
  const setup = setupScript(families.map(({ family }) => family));
  return {
    artefacts: artefactsOf(intent, files, routes),
    objects: routerObjects(intent, families, routes, new Map([...files, ['setup.sh', setup]]), configuration),
  };
}

function emitForPlugin(intent: RedirectIntent): EmittedRouters {
  const [family] = routerFamiliesOf(intent);
  if (family?.family !== 'IPv4') return { artefacts: [], objects: [] };
  const routes = pluginRoutes(family);
  return { artefacts: artefactsOf(intent, filesOf(pluginRuleset(family), routes), routes), objects: [] };
}

/** Returns file name → text, as input of `nft -f` and `ip -batch`. */
function filesOf(ruleset: string, routes: RouterRoutes): ReadonlyMap<string, string> {
  const batch = routerBatch(routes, 'IPv4');
  const batch6 = routerBatch(routes, 'IPv6');
  return new Map([
    ['nftables.nft', ruleset],
    ...(batch === undefined ? [] : ([['routes.batch', batch]] as const)),
    ...(batch6 === undefined ? [] : ([['routes6.batch', batch6]] as const)),
  ]);
}

function artefactsOf(
  { cause, redirections }: RedirectIntent,
  files: ReadonlyMap<string, string>,
  routes: RouterRoutes,
): Artefact[] {
  const counts = { redirections: redirections.length, routes: routes.routes.length };
  const all = new Map([...files, ['routes.json', `${JSON.stringify(routes, null, 2)}\n`]]);
  return [...all].map(([file, text]) => ({
    path: `routers/${cause.namespace}/${cause.name}/${file}`,
    content: toChunks(text),
    sources: [resourceText(cause)],
    counts,
  }));
}
