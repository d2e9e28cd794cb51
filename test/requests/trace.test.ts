import { describe, expect, it } from 'vitest';
import { parseRequestJson, parseUrl } from '../../src/cli/commands/requests/parse-request.js';
import { answerData, answerLines } from '../../src/cli/commands/requests/render-answer.js';
import { type RequestTrace, traceRequest } from '../../src/requests/trace.js';
import { WEB, meaningOf, route } from './meaning.js';

const EDGE = 'tls: {termination: edge, insecureEdgeTerminationPolicy: Redirect}';
const NO_PLACES = new Map();

/** What a URL leads to. */
function trace(manifests: string, url: string, configuration?: string, client?: string): RequestTrace {
  const request = parseUrl(url, client === undefined ? {} : { client });
  if (typeof request === 'string') throw new Error(request);
  const found = traceRequest(meaningOf(manifests, configuration), request);
  if (!found) throw new Error('no ingress controller');
  return found;
}

const lines = (...asked: Parameters<typeof trace>): string => answerLines(trace(...asked), NO_PLACES).join('\n');
const data = (...asked: Parameters<typeof trace>): unknown => answerData(trace(...asked), NO_PLACES);

describe('the trace of a request', () => {
  it('goes from the client to the pods, and says which Routes of the host do not get it', () => {
    const manifests = [
      WEB,
      route('web', 'shop.example.com', EDGE),
      route('api', 'shop.example.com', `path: /api, ${EDGE}`, 'haproxy.router.openshift.io/rewrite-target: /v2'),
      route('plain', 'shop.example.com', 'path: /api/plain'),
      route('team/late', 'shop.example.com', 'path: /late'),
    ].join('');
    expect(lines(manifests, 'https://shop.example.com/api/items?q=1')).toBe(`https://shop.example.com/api/items?q=1
  ingress controller: default
  certificate: not given in weir.yaml (the default one)
  Route: shop/api
  backend: be_edge_http:shop:api, path /v2/items
  Service shop/web: 100 % to 2 servers
    node worker-0
      pod web-0, 10.128.2.4:8080
    node worker-1
      pod web-1, 10.129.2.4:8080
  policies: not evaluated, the inventory has no pods of the routers
  not Route shop/plain: serves plain HTTP only
  not Route shop/web: its path (none) matches too, and the router looks for that of Route shop/api first
  not Route team/late: not admitted (HostAlreadyClaimed): a route in another namespace holds shop.example.com and is older than late`);
  });

  it('tells of a redirect, with the host in lower case and without its port', () => {
    const manifests = WEB + route('web', 'shop.example.com', EDGE);
    expect(data(manifests, 'http://SHOP.example.com:8080/a?b=1')).toMatchObject({
      route: 'shop/web',
      status: 302,
      location: 'https://shop.example.com/a?b=1',
    });
  });

  it('names the policy that closes the way from the routers to a pod', () => {
    const manifests = [
      WEB,
      route('web', 'shop.example.com'),
      `
apiVersion: v1
kind: Pod
metadata:
  name: router-default-0
  namespace: openshift-ingress
  labels: {ingresscontroller.operator.openshift.io/deployment-ingresscontroller: default}
spec: {nodeName: worker-0}
status: {phase: Running, podIPs: [{ip: 10.128.2.9}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: own, namespace: shop}
spec: {podSelector: {}, ingress: [{from: [{podSelector: {}}]}]}
`,
    ].join('');
    const text = lines(manifests, 'http://shop.example.com/');
    expect(text).toContain(
      'pod web-0, 10.128.2.4:8080: dropped by the default deny that NetworkPolicy shop/own brings',
    );
    expect(text).not.toContain('policies: not evaluated');
  });

  it('closes connections of clients that the Route does not take', () => {
    const manifests =
      WEB + route('web', 'shop.example.com', '', 'haproxy.router.openshift.io/ip_allowlist: 192.0.2.0/24');
    expect(data(manifests, 'http://shop.example.com/', undefined, '198.51.100.7')).toMatchObject({ closed: true });
    expect(data(manifests, 'http://shop.example.com/', undefined, '192.0.2.7')).toMatchObject({ path: '/' });
    expect(lines(manifests, 'http://shop.example.com/')).toContain('only for clients in 192.0.2.0/24');
  });

  it('passes TLS on by the name of the handshake, whatever the header says', () => {
    const manifests = [
      WEB,
      route('gate', 'pay.example.com', 'tls: {termination: passthrough}'),
      route('web', 'shop.example.com', EDGE),
    ].join('');
    const request = parseRequestJson('{"scheme":"https","host":"shop.example.com","path":"/","sni":"pay.example.com"}');
    if (typeof request === 'string') throw new Error(request);
    const found = traceRequest(meaningOf(manifests), request);
    expect(found && answerData(found, NO_PLACES)).toMatchObject({ passthrough: 'be_tcp:shop:gate' });
  });

  it('says that the router answers where a Route has no server', () => {
    const text = lines(route('web', 'shop.example.com'), 'http://shop.example.com/');
    expect(text).toContain('answer of the router: 503, there is no server');
  });

  it('asks the controller that has a Route for the host', () => {
    const configuration = `ingressControllers:
- {name: one, domain: one.example.com, environment: {ROUTE_LABELS: shard=one}}
- {name: two, domain: two.example.com}
`;
    const manifests = WEB + route('web', 'shop.example.com');
    expect(data(manifests, 'http://shop.example.com/', configuration)).toMatchObject({ controller: 'two', path: '/' });
    expect(data(manifests, 'http://other.example.com/', configuration)).toMatchObject({
      controller: 'one',
      status: 503,
    });
  });

  it('refuses a TLS connection whose name leads past a wildcard that passes TLS on', () => {
    const configuration =
      'ingressControllers: [{name: default, domain: example.com, environment: {ROUTER_ALLOW_WILDCARD_ROUTES: "true"}}]\n';
    const manifests = [
      WEB,
      route('all', 'any.pay.example.com', 'wildcardPolicy: Subdomain, tls: {termination: passthrough}'),
      route('one', 'a.pay.example.com', 'tls: {termination: reencrypt}'),
    ].join('');
    expect(data(manifests, 'https://b.pay.example.com/', configuration)).toMatchObject({
      passthrough: 'be_tcp:shop:all',
    });
    expect(data(manifests, 'https://a.pay.example.com/', configuration)).toMatchObject({
      closed: true,
      why: 'mixed-termination',
    });
  });
});

describe('a URL', () => {
  it('is read as clients read it: without its fragment, and in ASCII', () => {
    expect(parseUrl('https://Bücher.example/ä b?x#y', {})).toMatchObject({
      host: 'xn--bcher-kva.example',
      path: '/%C3%A4%20b?x',
      sni: 'xn--bcher-kva.example',
    });
    expect(parseUrl('http://shop.example.com?x', {})).toMatchObject({ path: '/?x', sni: 'shop.example.com' });
    expect(parseUrl('https://192.0.2.7:8443/', {})).toMatchObject({ host: '192.0.2.7:8443', sni: '' });
  });

  it('that has no host is refused, and so is a client that is no address', () => {
    expect(parseUrl('https:///x', {})).toContain('has no host');
    expect(parseUrl('https://a.example/', { client: 'x' })).toBe("'x' is no address of a client");
  });
});
