import { variable } from '../ingress/environment.js';
import { readCookieName } from '../ingress/values.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { ExposeIntent, ExposePolicy } from '../model/intent/expose.js';
import { forwardedHeaderLines, forwardingOption } from './forwarded-headers.js';
import { headerActionLines } from './header-actions.js';
import { backendName, digestOfName, routeKey } from './names.js';
import { rewriteLine } from './rewrite-target.js';
import { serverLines } from './server-lines.js';
import { allowListLines } from './allow-list.js';

/** Returns the backend of a Route, one directive per line. See the configuration template of the OpenShift router. */
export function writeBackend(intent: ExposeIntent, controller: IngressController): string {
  const lines = intent.termination === 'passthrough' ? tcpLines(intent, controller) : httpLines(intent, controller);
  return `backend ${backendName(intent)}\n  ${lines.join('\n  ')}\n`;
}

function httpLines(intent: ExposeIntent, controller: IngressController): string[] {
  const { policy } = intent;
  const bogus = policy.adjustsHeaderCase && variable(controller, 'ROUTER_H1_CASE_ADJUST') !== '';
  const { transportSecurity: security } = policy;
  // Joined without spreads, which take several times as long.
  return ['mode http', 'option redispatch'].concat(
    forwardingOption(policy, controller),
    bogus ? ['option h1-case-adjust-bogus-server'] : [],
    `balance ${balanceOf(intent, controller)}`,
    allowListLines(intent),
    timeout('server', policy.serverTimeout),
    timeout('tunnel', policy.tunnelTimeout),
    rateLimitLines(policy),
    'timeout check 5000ms',
    forwardedHeaderLines(policy, controller),
    rewriteLine(intent),
    cookieLine(intent, controller),
    security === undefined ? [] : [`http-response set-header Strict-Transport-Security '${security}'`],
    headerActionLines('http-request', intent.requestHeaders),
    headerActionLines('http-response', intent.responseHeaders),
    serverLines(intent, controller),
  );
}

function tcpLines(intent: ExposeIntent, controller: IngressController): string[] {
  return [
    `balance ${balanceOf(intent, controller)}`,
    ...allowListLines(intent),
    ...timeout('tunnel', intent.policy.tunnelTimeout),
    ...rateLimitLines(intent.policy),
    'hash-type consistent',
    'timeout check 5000ms',
    ...serverLines(intent, controller),
  ];
}

function timeout(name: string, time: string | undefined): string[] {
  return time === undefined ? [] : [`timeout ${name}  ${time}`];
}

const ALGORITHMS = ['roundrobin', 'leastconn', 'source', 'random'];

/**
 * Returns the balancing algorithm: the choice of the Route, or `roundrobin` to apply the weights of several Services,
 * or the choice of the router.
 */
function balanceOf({ policy, services, termination }: ExposeIntent, controller: IngressController): string {
  if (policy.balance !== undefined) return policy.balance;
  if (services.filter(({ weight }) => weight > 0).length > 1) return 'roundrobin';
  const general = variable(controller, 'ROUTER_LOAD_BALANCE_ALGORITHM');
  const isPassthrough = termination === 'passthrough';
  const choices = isPassthrough ? [variable(controller, 'ROUTER_TCP_BALANCE_SCHEME'), general] : [general];
  return choices.find((word) => ALGORITHMS.includes(word)) ?? (isPassthrough ? 'source' : 'random');
}

function rateLimitLines({ rateLimit }: ExposePolicy): string[] {
  if (!rateLimit) return [];
  const { connections, connectionRate, requestRate } = rateLimit;
  const reject = (what: string, limit: string | undefined): string[] =>
    limit === undefined ? [] : [`tcp-request content reject if { ${what} ${limit} }`];
  return [
    'stick-table type ip size 100k expire 30s store conn_cur,conn_rate(3s),http_req_rate(10s)',
    'tcp-request content track-sc2 src',
    ...reject('src_conn_cur ge ', connections),
    ...reject('src_conn_rate ge', connectionRate),
    ...reject('src_http_req_rate ge', requestRate),
  ];
}

function cookieLine(intent: ExposeIntent, controller: IngressController): string[] {
  const { policy, termination, insecure } = intent;
  if (!policy.cookie) return [];
  const { name = readCookieName(variable(controller, 'ROUTER_COOKIE_NAME')) ?? cookieName(intent), sameSite } =
    policy.cookie;
  const isSecure = termination !== 'none' && insecure !== 'allow';
  return [`cookie ${name} insert indirect nocache httponly${isSecure ? ` secure attr SameSite=${sameSite}` : ''}`];
}

/**
 * Returns the digest of the termination, which is still empty at that point, a blank, and the key. See the OpenShift
 * router.
 */
function cookieName(intent: ExposeIntent): string {
  return digestOfName(` ${routeKey(intent)}`);
}
