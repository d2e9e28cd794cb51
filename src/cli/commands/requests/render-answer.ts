import { distinguishedNameOf } from '../../../certificates/certificate.js';
import { backendName } from '../../../haproxy/names.js';
import type { Position } from '../../../model/diagnostic.js';
import type { Cause } from '../../../model/intent/cause.js';
import { pathOfName } from '../../../model/kubernetes-object.js';
import { formatSocket } from '../../../net/address.js';
import { groupBy } from '../../../std/group-by.js';
import { plural } from '../../../std/plural.js';
import type { ClosedBecause, RequestOutcome } from '../../../requests/answer.js';
import type { TargetServer } from '../../../requests/targets.js';
import type { RequestTrace } from '../../../requests/trace.js';
import { describeDecision } from '../flows/explain-text.js';

export type CausePositions = ReadonlyMap<Cause, Position>;

/** Returns the trace of a request as data for `--format json`. Fields that do not apply are left out. */
export function answerData({ controller, answer, targets, otherRoutes }: RequestTrace, places: CausePositions): object {
  const { certificate, alpn, outcome } = answer;
  const shown = certificate?.read();
  return {
    controller: controller.name,
    ...(shown ? { certificate: distinguishedNameOf(shown) } : {}),
    ...(alpn === undefined ? {} : { alpn }),
    ...outcomeData(outcome),
    ...(targets.length > 0
      ? {
          services: targets.map((target) => ({
            ...target,
            servers: target.servers.map((one) => serverData(one, places)),
          })),
        }
      : {}),
    otherRoutes: otherRoutes.map(({ route, reason }) => ({ route: pathOfName(route), reason })),
  };
}

function outcomeData(outcome: RequestOutcome): object {
  if (outcome.type === 'answered') return { status: outcome.status };
  const route = outcome.route ? { route: pathOfName(outcome.route.route) } : {};
  switch (outcome.type) {
    case 'redirected':
      return { ...route, status: 302, location: outcome.location };
    case 'passed':
      return { ...route, passthrough: backendName(outcome.route) };
    case 'closed':
      return { ...route, closed: true, why: outcome.why };
    case 'served': {
      const { route: intent, path } = outcome;
      const hasServers = intent.services.some(({ weight, servers }) => weight > 0 && servers.length > 0);
      return {
        ...route,
        backend: backendName(intent),
        ...(path === undefined ? {} : { path }),
        ...(hasServers ? {} : { status: 503 }),
      };
    }
  }
}

function serverData({ server, pod, droppedBy }: TargetServer, places: CausePositions): object {
  return {
    address: server.address.text,
    port: server.port,
    ...(server.pod === undefined ? {} : { pod: server.pod }),
    ...(pod ? { node: pod.nodeName } : {}),
    ...(droppedBy ? { droppedBy: describeDecision(droppedBy, places) } : {}),
  };
}

/** Maximum number of other Routes to print. */
const MAX_OTHERS = 10;

/** Renders the trace of a request as text, one stage per line. */
export function answerLines(trace: RequestTrace, places: CausePositions): string[] {
  const { controller, request, otherRoutes } = trace;
  const more = otherRoutes.length - MAX_OTHERS;
  return [
    `${request.scheme}://${request.host}${request.path}`,
    `  ingress controller: ${controller.name}`,
    ...certificateLines(trace),
    ...outcomeLines(trace, places).map((line) => `  ${line}`),
    ...otherRoutes
      .slice(0, MAX_OTHERS)
      .map(({ route, cause, reason }) => `  not Route ${pathOfName(route)}${placeText(cause, places)}: ${reason}`),
    ...(more > 0 ? [`  and ${plural(more, 'more Route')} of the host`] : []),
  ];
}

function certificateLines({ answer: { certificate, alpn } }: RequestTrace): string[] {
  if (!certificate) return [];
  const { route } = certificate;
  const shown = certificate.read();
  const subject = shown ? distinguishedNameOf(shown) : 'not given in weir.yaml';
  const owner = route ? `of Route ${pathOfName(route.route)}` : 'the default one';
  return [`  certificate: ${subject} (${owner})${alpn === undefined ? '' : `, protocol ${alpn}`}`];
}

function outcomeLines(
  { answer: { outcome }, request, targets, routerPods }: RequestTrace,
  places: CausePositions,
): string[] {
  if (outcome.type === 'answered') return [`answer of the router: ${outcome.status}`];
  const head = outcome.route
    ? [`Route: ${pathOfName(outcome.route.route)}${placeText(outcome.route.cause, places)}`]
    : [];
  if (outcome.type === 'closed') return [...head, `closed: ${CLOSED[outcome.why]}`];
  if (outcome.type === 'redirected') return [...head, `answer of the router: 302 to ${outcome.location}`];
  const { route } = outcome;
  const path = outcome.type === 'passed' ? 'TLS is passed through' : `path ${outcome.path ?? 'unknown'}`;
  const { allowList } = route.policy;
  const isRestricted = allowList !== undefined && !request.client;
  const hasServer = targets.some(({ servers }) => servers.length > 0);
  return [
    ...head,
    ...(isRestricted ? [`only for clients in ${allowList.map(({ text }) => text).join(' ')}`] : []),
    `backend: ${backendName(route)}, ${path}`,
    ...targets.flatMap((target) => [
      `Service ${target.namespace}/${target.name}: ${Math.round(target.share * 100)} % to ${plural(target.servers.length, 'server')}`,
      ...serverLines(target.servers, places).map((line) => `  ${line}`),
    ]),
    ...(hasServer
      ? unknownLines(routerPods)
      : [outcome.type === 'passed' ? 'closed: there is no server' : 'answer of the router: 503, there is no server']),
  ];
}

const CLOSED: Readonly<Record<ClosedBecause, string>> = {
  'allow-list': 'the client is not in the allow list of the Route',
  'client-certificate': 'the routers require a client certificate',
  'unknown-name': 'no certificate is valid for the name in the handshake',
  'mixed-termination':
    'the router passes TLS for the domain through, but the Route of this name terminates TLS: it reads the handshake as HTTP',
};

/** Returns servers with their nodes. */
function serverLines(servers: readonly TargetServer[], places: CausePositions): string[] {
  const byNode = groupBy(servers, ({ pod }) => pod?.nodeName ?? '');
  return [...byNode]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([node, own]) => [
      node === '' ? 'no node is known' : `node ${node}`,
      ...own.map(({ server: { address, port }, pod, droppedBy }) => {
        const name = pod ? `pod ${pod.name}, ` : '';
        const drop = droppedBy ? `: ${describeDecision(droppedBy, places)}` : '';
        return `  ${name}${formatSocket(address.text, port)}${drop}`;
      }),
    ]);
}

function unknownLines({ pods, hasHostNetwork }: RequestTrace['routerPods']): string[] {
  if (pods.length > 0) return [];
  const why = hasHostNetwork
    ? 'the pods of the routers are in the network of their nodes'
    : 'the inventory has no pods of the routers';
  return [`policies: not evaluated, ${why}`];
}

function placeText(cause: Cause, places: CausePositions): string {
  const at = places.get(cause);
  return at ? ` (${at.file}:${at.line})` : '';
}
