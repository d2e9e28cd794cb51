import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admitRoutes } from '../../src/ingress/admission.js';
import { compareAge } from '../../src/ingress/age.js';
import { readRoute } from '../../src/ingress/read-route.js';
import type { IngressController } from '../../src/model/ingress-controller.js';
import type { RouteResource } from '../../src/model/route.js';
import { clusterOf } from '../compile/6-emit/topology/fixture.js';
import { checkProperty } from '../rig/random.js';

/** What a random Route is made of: few hosts, paths and times, so that claims meet. */
const descriptions = fc.array(
  fc.record({
    namespace: fc.constantFrom('shop', 'team'),
    host: fc.constantFrom('a.example.com', 'b.example.com', 'x.a.example.com'),
    path: fc.constantFrom('', '/', '/a', '/a/b'),
    termination: fc.constantFrom('', 'edge', 'passthrough'),
    time: fc.constantFrom('2026-01-01T10:00:00Z', '2026-01-01T10:00:00.9Z', '2026-02-01T10:00:00Z', ''),
    uid: fc.constantFrom('1', '2', '3'),
  }),
  { maxLength: 50 },
);

type Description = ReturnType<typeof descriptions.generate>['value'][number];

const secrets = { byName: new Map(), namespaces: new Set<string>() };

function routeOf({ namespace, host, path, termination, time, uid }: Description, index: number): RouteResource {
  const name = `r${index}`;
  const birth = time === '' ? {} : { uid, creationTimestamp: time };
  const tls = termination === '' ? {} : { tls: { termination } };
  const object = {
    apiVersion: 'route.openshift.io/v1',
    kind: 'Route',
    metadata: { namespace, name, ...birth },
    spec: { host, path, to: { name: 'web' }, ...tls },
  };
  const origin = { file: { path: 'routes.yaml', text: '' }, start: 0, end: 0, pointer: '' };
  return readRoute({ apiVersion: object.apiVersion, kind: 'Route', namespace, name, object, origin }, undefined);
}

function controllerOf(environment: Readonly<Record<string, string>>): IngressController {
  const variables = new Map(Object.entries(environment));
  return { name: 'default', environment: variables, deniedSecrets: new Set(), keepInvalid: false };
}

/** Which Routes hold their claims, by a direct reading of the rules: each is compared with all older ones that hold theirs. */
function winnersOf(routes: readonly RouteResource[], isShared: boolean): string[] {
  const active: RouteResource[] = [];
  for (const route of [...routes].sort(compareAge)) {
    const sameHost = active.filter(({ host }) => host === route.host);
    const [first] = sameHost;
    const isOwner = isShared || !first || first.namespace === route.namespace;
    const clashes = sameHost.some(({ path, tls }) => {
      const isPassthrough = [tls, route.tls].some((one) => one?.termination === 'passthrough');
      return path === route.path || (tls !== undefined && route.tls !== undefined && isPassthrough);
    });
    if (isOwner && !clashes) active.push(route);
  }
  return active.map(({ key }) => key).sort();
}

/** The same where wildcards are allowed: first hosts and whole domains are held against each other, pair by pair. */
function winnersAmongWildcards(routes: readonly RouteResource[], isShared: boolean): string[] {
  const passing: RouteResource[] = [];
  for (const route of [...routes].sort(compareAge)) {
    if (!passing.some((older) => conflicts(older, route, isShared))) passing.push(route);
  }
  return winnersOf(passing, isShared);
}

function conflicts(older: RouteResource, younger: RouteResource, isShared: boolean): boolean {
  const isSame = isShared || older.namespace === younger.namespace;
  const [isWild, wantsAll] = [older, younger].map(({ wildcardPolicy }) => wildcardPolicy === 'Subdomain');
  const domainOf = ({ host }: RouteResource): string => host.slice(host.indexOf('.') + 1);
  const meets = isWild || wantsAll ? domainOf(older) === domainOf(younger) : older.host === younger.host;
  const mayShare = isWild === wantsAll ? older.path !== younger.path : true;
  return meets && !(isSame && mayShare);
}

describe('claims of Routes', () => {
  it.each([
    ['strict', {}, false],
    ['shared between namespaces', { ROUTER_DISABLE_NAMESPACE_OWNERSHIP_CHECK: 'true' }, true],
  ] as const)('that are %s are held by those that the written rules say', (_, environment, isShared) => {
    const controller = controllerOf(environment);
    checkProperty(
      fc.property(descriptions, (given) => {
        const routes = given.map(routeOf);
        const held = admitRoutes(routes, controller, clusterOf([]), secrets).filter(({ holdsClaim }) => holdsClaim);
        expect(held.map(({ route }) => route.key).sort()).toEqual(winnersOf(routes, isShared));
      }),
    );
  });

  it.each([false, true])('of whole domains are held by those that the written rules say (shared: %s)', (isShared) => {
    const controller = controllerOf({
      ROUTER_ALLOW_WILDCARD_ROUTES: 'true',
      ROUTER_DISABLE_NAMESPACE_OWNERSHIP_CHECK: String(isShared),
    });
    checkProperty(
      fc.property(descriptions, (given) => {
        const routes = given
          .map(routeOf)
          .map((route, index) => (index % 4 === 0 ? { ...route, wildcardPolicy: 'Subdomain' } : route));
        const held = admitRoutes(routes, controller, clusterOf([]), secrets).filter(({ holdsClaim }) => holdsClaim);
        expect(held.map(({ route }) => route.key).sort()).toEqual(winnersAmongWildcards(routes, isShared));
      }),
    );
  });

  it.each([
    ['without wildcards', {}],
    ['with wildcards', { ROUTER_ALLOW_WILDCARD_ROUTES: 'true' }],
  ])('do not depend on the order of the Routes %s', (_, environment) => {
    const controller = controllerOf(environment);
    const decide = (routes: readonly RouteResource[]): [string, string][] =>
      admitRoutes(routes, controller, clusterOf([]), secrets)
        .map(({ route, refusal }): [string, string] => [route.key, refusal?.message ?? 'admitted'])
        .sort(([a], [b]) => (a < b ? -1 : 1));
    checkProperty(
      fc.property(descriptions, (given) => {
        const routes = given
          .map(routeOf)
          .map((route, index) => (index % 4 === 0 ? { ...route, wildcardPolicy: 'Subdomain' } : route));
        expect(decide([...routes].reverse())).toEqual(decide(routes));
      }),
    );
  });
});
