import { pathOfName } from '../model/kubernetes-object.js';
import { plural } from '../std/plural.js';
import { deciderOf } from '../traffic/policies/describe.js';
import type { ClosedBecause, RequestOutcome, Router } from '../requests/answer.js';
import { type ExposedUrl, findUrl, listOfRouter } from '../requests/exposed.js';
import { baseOf } from '../requests/request.js';
import { type RequestTarget, findRouterPods, listRequestTargets } from '../requests/targets.js';
import { describeDecider } from './decide.js';
import type { ExposureExpectation, RequestExpectation } from './expectation.js';
import { coversUrl } from './urls.js';
import type { ExpectationFailure, ElsewhereBreach } from './verdict.js';
import type { ExpectationContext } from './world.js';

/** Returns a failure for each URL that is reachable from outside but not expected. Redirects are ignored. */
export function findExposed(
  { only, mayBeEmpty }: ExposureExpectation,
  world: ExpectationContext,
): ExpectationFailure[] {
  const routers = world.routers();
  if (routers.length === 0) return mayBeEmpty ? [] : [{ type: 'unanswered', field: 'exposed' }];
  const isAllowed = (url: ExposedUrl): boolean => url.isRedirect || only.some((pattern) => coversUrl(pattern, url));
  const urls = routers.flatMap(listOfRouter).filter((url) => !isAllowed(url));
  return urls.map((url) => ({ type: 'exposed', url }));
}

/** Returns a failure if not all requests reach the expected Services. */
export function findElsewhere(
  { url, services, mayBeEmpty }: RequestExpectation,
  world: ExpectationContext,
): ExpectationFailure[] {
  const routers = world.routers();
  const base = baseOf(url);
  const router = routers.find(({ hosts }) => hosts.ofHost(base).length > 0) ?? routers[0];
  if (!router) return mayBeEmpty ? [] : [{ type: 'unanswered', field: 'host' }];
  const reason = explain(findUrl(router, url), router, services, world);
  return reason ? [{ type: 'elsewhere', ...reason }] : [];
}

type Reason = Pick<ElsewhereBreach, 'why' | 'causes'>;

function explain(
  outcome: RequestOutcome,
  router: Router,
  services: readonly string[],
  world: ExpectationContext,
): Reason | undefined {
  if (outcome.type === 'answered') return { why: `the router answers ${outcome.status}`, causes: [] };
  const causes = outcome.route ? [outcome.route.cause] : [];
  if (outcome.type === 'redirected') return { why: `the router redirects requests to ${outcome.location}`, causes };
  if (outcome.type === 'closed') return { why: CLOSED[outcome.why], causes };
  const { cluster, model } = world;
  const targets = listRequestTargets(outcome.route, findRouterPods(router.controller, cluster), cluster, model);
  const route = `Route ${pathOfName(outcome.route.route)}`;
  const used = targets.filter(({ share }) => share > 0);
  if (used.length === 0) return { why: `${route} has no server`, causes };
  const other = used.find((target) => !services.includes(pathOfName(target)));
  if (other) {
    const percent = Number((other.share * 100).toFixed(1));
    return { why: `${route} sends ${percent} % of the requests to Service ${pathOfName(other)}`, causes };
  }
  return explainDrop(used, causes);
}

/** Returns the reason if packets of the routers to a pod of a Service are dropped. */
function explainDrop(targets: readonly RequestTarget[], causes: Reason['causes']): Reason | undefined {
  for (const target of targets) {
    const dropped = target.servers.filter(({ droppedBy }) => droppedBy);
    const [first] = dropped;
    if (!first?.droppedBy) continue;
    const decider = deciderOf([first.droppedBy]);
    const what = `${dropped.length} of ${plural(target.servers.length, 'server')} of Service ${pathOfName(target)}`;
    const by = decider ? `, because of ${describeDecider(decider)}` : '';
    return { why: `the routers cannot reach ${what}${by}`, causes: decider ? [...causes, decider.cause] : causes };
  }
  return undefined;
}

const CLOSED: Readonly<Record<ClosedBecause, string>> = {
  'allow-list': 'the Route allows only some client addresses',
  'client-certificate': 'the routers require a client certificate',
  'unknown-name': 'the routers have no certificate for the name',
  'mixed-termination': 'the router passes TLS through for the domain, but the Route of the host terminates it',
};
