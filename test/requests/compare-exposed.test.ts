import { describe, expect, it } from 'vitest';
import { compareExposed } from '../../src/requests/compare-exposed.js';
import { listExposed, textOfUrl } from '../../src/requests/exposed.js';
import { exposedLines } from '../../src/cli/commands/requests/render-exposed.js';
import { layOutExposure } from '../../src/compare/render/layout-exposure.js';
import type { ExposureSide } from '../../src/requests/compare-exposed.js';
import { pathOfName } from '../../src/model/kubernetes-object.js';
import { renderReport } from '../../src/compare/render/formats.js';
import { reportOf } from '../compare/sides.js';
import { WEB, meaningOf, route } from './meaning.js';

const ALLOW = 'haproxy.router.openshift.io/ip_allowlist: ';
const EDGE = 'tls: {termination: edge}';

function sideOf(manifests: string, configuration?: string): ExposureSide {
  const meaning = meaningOf(WEB + manifests, configuration);
  return {
    intents: meaning.intents.filter((intent) => intent.effect === 'expose'),
    controllers: meaning.configuration.ingressControllers,
  };
}

/** What a change does to requests, a line a fact. */
function compare(before: string, after: string): string[] {
  const changes = compareExposed({ before: sideOf(before), after: sideOf(after) }).map((change) => ({
    ...change,
    ...{ before: change.before && pathOfName(change.before.route) },
    ...{ after: change.after && pathOfName(change.after.route) },
  }));
  const blocks = layOutExposure(changes as Parameters<typeof layOutExposure>[0], { blocks: 50, facts: 50 });
  return blocks.flatMap(({ title, facts }) =>
    facts.map(({ mark, text }) => `${title.split(',')[0] ?? ''}: ${mark} ${text}`),
  );
}

describe('a change of Routes', () => {
  it('opens a host to everyone, or to some', () => {
    expect(compare('', route('admin', 'admin.example.com', EDGE))).toEqual([
      'Route shop/admin: + opens https://admin.example.com/ to everyone',
    ]);
    expect(compare('', route('admin', 'admin.example.com', EDGE, `${ALLOW}192.0.2.0/24`))).toEqual([
      'Route shop/admin: + opens https://admin.example.com/ to 192.0.2.0/24',
    ]);
    expect(compare(route('admin', 'admin.example.com', EDGE), '')).toEqual([
      'Route shop/admin: - closes https://admin.example.com/ to everyone',
    ]);
  });

  it('takes over a path from the Route that had it, and gives it back', () => {
    const old = route('old', 'shop.example.com', EDGE);
    const both = old + route('api', 'shop.example.com', `path: /api, ${EDGE}`);
    expect(compare(old, both)).toEqual([
      'Route shop/api: ~ takes over https://shop.example.com/api from Route shop/old',
    ]);
    expect(compare(both, old)).toEqual([
      'Route shop/old: ~ takes over https://shop.example.com/api from Route shop/api',
    ]);
  });

  it('opens what a list of addresses did not hold before, however it is written', () => {
    const web = (list: string) => route('web', 'shop.example.com', '', list === '' ? '' : ALLOW + list);
    expect(compare(web('192.0.2.0/25 192.0.2.128/25'), web('192.0.2.0/24'))).toEqual([]);
    expect(compare(web('192.0.2.0/25'), web('192.0.2.0/24'))).toEqual([
      'Route shop/web: + opens http://shop.example.com/ to 192.0.2.128/25',
    ]);
    expect(compare(web('192.0.2.7 198.51.100.1'), web('198.51.100.1'))).toEqual([
      'Route shop/web: - closes http://shop.example.com/ to 192.0.2.7',
    ]);
    // A comma makes the list none at all.
    expect(compare(web('192.0.2.7'), web('"192.0.2.7,192.0.2.8"'))).toEqual([
      'Route shop/web: + opens http://shop.example.com/ to everyone',
    ]);
  });

  it('shifts weights', () => {
    const split = (weight: number) =>
      route('web', 'shop.example.com', `alternateBackends: [{kind: Service, name: next, weight: ${weight}}]`);
    expect(compare(split(25), split(100))).toEqual([
      'Route shop/web: ~ weight of Service shop/next: 20 % → 50 %',
      'Route shop/web: ~ weight of Service shop/web: 80 % → 50 %',
    ]);
  });

  it('lets plain HTTP in, or redirects it', () => {
    const web = (policy: string) =>
      route('web', 'shop.example.com', `tls: {termination: edge, insecureEdgeTerminationPolicy: ${policy}}`);
    expect(compare(web('None'), web('Allow'))).toEqual([
      'Route shop/web: + opens http://shop.example.com/ to everyone',
    ]);
    expect(compare(web('Allow'), web('Redirect'))).toEqual([
      'Route shop/web: - closes http://shop.example.com/ to everyone',
      'Route shop/web: ~ requests to http://shop.example.com/ are redirected to https',
    ]);
  });
});

describe('the report of a change', () => {
  it('counts what is opened from outside among all that is opened', () => {
    const admin = {
      apiVersion: 'route.openshift.io/v1',
      kind: 'Route',
      metadata: { name: 'admin', namespace: 'shop' },
      spec: { host: 'admin.example.com', to: { kind: 'Service', name: 'web' } },
    };
    const weirYaml = 'ingressControllers: [{name: default, domain: apps.example.com}]\n';
    const report = reportOf({ objects: [], weirYaml }, { objects: [admin], weirYaml });
    expect(report.counts).toMatchObject({ opened: 1, closed: 0, exposure: 1 });
    expect(report.resources).toMatchObject([{ name: 'admin', isFelt: true }]);
    expect(renderReport(report, 'markdown')).toContain('opens http://admin.example.com/ to everyone');
  });
});

describe('the list of what is reachable from outside', () => {
  const exposed = ({ intents, controllers }: ExposureSide) => listExposed(intents, controllers);

  it('has every scheme, host and path with its Service, port, pods, TLS and clients', () => {
    const manifests = [
      route('web', 'shop.example.com', 'tls: {termination: edge, insecureEdgeTerminationPolicy: Redirect}'),
      route('api', 'shop.example.com', 'path: /api', `${ALLOW}192.0.2.0/24`),
      route('gate', 'pay.example.com', 'tls: {termination: passthrough}'),
    ].join('');
    expect(exposedLines(exposed(sideOf(manifests)), 'csv')).toEqual([
      'url,controller,route,tls,services,sources',
      'http://shop.example.com/,default,shop/web,edge,redirect,everyone',
      'http://shop.example.com/api,default,shop/api,none,shop/web:8080 (2 pods),192.0.2.0/24',
      'https://pay.example.com/,default,shop/gate,passthrough,shop/web:8080 (2 pods),everyone',
      'https://shop.example.com/,default,shop/web,edge,shop/web:8080 (2 pods),everyone',
    ]);
  });

  it('leaves out Routes that another one hides', () => {
    const manifests =
      route('all', 'shop.example.com', 'path: /a/') + route('own', 'shop.example.com', 'path: /a/%7Ebob');
    expect(exposed(sideOf(manifests)).map(textOfUrl)).toEqual(['http://shop.example.com/a/']);
  });

  it('has a star in place of any label', () => {
    const configuration =
      'ingressControllers: [{name: default, domain: example.com, environment: {ROUTER_ALLOW_WILDCARD_ROUTES: "true"}}]\n';
    const side = sideOf(route('any', 'www.shop.example.com', 'wildcardPolicy: Subdomain'), configuration);
    expect(exposed(side).map(textOfUrl)).toEqual(['http://*.shop.example.com/']);
  });
});
