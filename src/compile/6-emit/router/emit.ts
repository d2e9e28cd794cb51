import type { Artefact, ManifestObject } from '../../../model/artefact.js';
import type { Configuration } from '../../../model/configuration.js';
import type { RedirectIntent } from '../../../model/intent/redirect.js';
import { toChunks } from '../../../std/byte-writer.js';
import { resourceText } from '../shared/provenance.js';
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
  const routers = intents.map((intent) => emitRouter(intent, configuration));
  return {
    artefacts: routers.flatMap(({ artefacts }) => artefacts),
    objects: routers.flatMap(({ objects }) => objects),
  };
}

/** Ruleset and routes in the network namespace of a router's pod. */
export interface RouterContent {
  readonly ruleset: string;
  readonly routes: RouterRoutes;
}

/** Returns what is in the network namespace of a router's pod, or undefined if its plugin cannot serve the router. */
export function routerContentOf(intent: RedirectIntent, configuration: Configuration): RouterContent | undefined {
  const families = routerFamiliesOf(intent);
  if (!isPlugin(configuration)) return { ruleset: routerRuleset(families), routes: routerRoutes(families) };
  const [family] = families;
  if (family?.family !== 'IPv4') return undefined;
  return { ruleset: pluginRuleset(family), routes: pluginRoutes(family) };
}

function emitRouter(intent: RedirectIntent, configuration: Configuration): EmittedRouters {
  const content = routerContentOf(intent, configuration);
  if (!content) return { artefacts: [], objects: [] };
  const { ruleset, routes } = content;
  const files = filesOf(ruleset, routes);
  const artefacts = artefactsOf(intent, files, routes);
  if (isPlugin(configuration)) return { artefacts, objects: [] };
  const families = routerFamiliesOf(intent);
  const setup = setupScript(families.map(({ family }) => family));
  const scripts = new Map([...files, ['setup.sh', setup]]);
  return { artefacts, objects: routerObjects(intent, families, routes, scripts, configuration) };
}

function isPlugin({ egressRouter }: Configuration): boolean {
  return egressRouter.implementation === 'openshift';
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
