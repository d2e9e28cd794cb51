import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate that signs itself, and its key. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** Makes a certificate that signs itself; its files go into the folder. */
export function makePair(folder: string, name: string, names: readonly string[], kind: 'ec' | 'rsa'): Pair {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const algorithm = kind === 'ec' ? ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['rsa:2048'];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${names.map((one) => `DNS:${one}`).join()}`];
  execFileSync(
    'openssl',
    ['req', '-x509', '-nodes', '-days', '2', '-newkey', ...algorithm, ...subject, '-keyout', key, '-out', cert],
    { stdio: 'ignore' },
  );
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

/** How a Route of the test is written. */
export interface Written {
  readonly name: string;
  readonly host: string;
  readonly path?: string;
  readonly tls?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly pair?: Pair;
  /** Weights of its Services; without any it has one. */
  readonly weights?: readonly number[];
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly isDead?: boolean;
}

const PREFIX = 'haproxy.router.openshift.io/';
const edge = (policy = 'None') => ({ termination: 'edge', insecureEdgeTerminationPolicy: policy });

/** Routes of all terminations, with paths that hide each other, lists, rewritten paths and certificates of both kinds of keys. */
export function routesOf(pairs: Readonly<Record<'rsa' | 'ec' | 'wild' | 'stub', Pair>>): Written[] {
  const shop = 'shop.example.com';
  return [
    { name: 'web', host: shop, tls: edge('Redirect') },
    { name: 'api', host: shop, path: '/api', tls: edge(), annotations: { [`${PREFIX}rewrite-target`]: '/v2' } },
    { name: 'slash', host: shop, path: '/a/', tls: edge('Allow') },
    { name: 'hidden', host: shop, path: '/a/%7Ebob', tls: edge('Allow') },
    { name: 'deep', host: shop, path: '/a/b/c', tls: edge('Redirect') },
    { name: 'plain', host: 'plain.example.com' },
    { name: 'plain-api', host: 'plain.example.com', path: '/api', annotations: { [`${PREFIX}rewrite-target`]: '/' } },
    {
      name: 'odd',
      host: 'plain.example.com',
      path: '/a.b',
      annotations: { [`${PREFIX}rewrite-target`]: '/100%/\\\\1#x' },
    },
    { name: 'rsa', host: 'rsa.apps.example.com', tls: edge('Allow'), pair: pairs.rsa },
    { name: 'ec', host: 'ec.apps.example.com', tls: edge(), pair: pairs.ec },
    { name: 'own', host: 'own.example.org', tls: edge(), pair: pairs.rsa },
    { name: 'own-too', host: 'own.example.org', path: '/too', tls: edge(), pair: pairs.wild },
    {
      name: 'wild',
      host: 'any.wild.example.com',
      tls: edge(),
      pair: pairs.wild,
      spec: { wildcardPolicy: 'Subdomain' },
    },
    { name: 'one', host: 'one.wild.example.com', tls: edge('Redirect'), path: '/x' },
    {
      name: 'gate',
      host: 'pay.example.com',
      tls: { termination: 'passthrough', insecureEdgeTerminationPolicy: 'Redirect' },
    },
    {
      name: 'gates',
      host: 'any.gates.example.com',
      tls: { termination: 'passthrough' },
      spec: { wildcardPolicy: 'Subdomain' },
    },
    {
      name: 'again',
      host: 'again.example.com',
      tls: { termination: 'reencrypt', destinationCACertificate: pairs.stub.cert },
    },
    {
      name: 'mixed',
      host: 'mixed.gates.example.com',
      tls: { termination: 'reencrypt', destinationCACertificate: pairs.stub.cert },
    },
    {
      name: 'listed',
      host: 'listed.example.com',
      annotations: { [`${PREFIX}ip_allowlist`]: '127.0.0.2 192.0.2.0/24' },
    },
    { name: 'commas', host: 'commas.example.com', annotations: { [`${PREFIX}ip_allowlist`]: '192.0.2.1,192.0.2.2' } },
    {
      name: 'vault',
      host: 'vault.example.com',
      tls: { termination: 'passthrough' },
      annotations: { [`${PREFIX}ip_whitelist`]: '127.0.0.0/31' },
    },
    { name: 'dead', host: 'dead.example.com', isDead: true },
    {
      name: 'split',
      host: 'split.example.com',
      weights: [30, 10],
      annotations: { [`${PREFIX}disable_cookies`]: 'true' },
    },
    { name: 'sticky', host: 'sticky.example.com', weights: [1, 1, 1] },
  ];
}

/** The Route, and for each of its Services an address of its own, by which the stub server knows itself. */
export function manifestsOf(route: Written, index: number): object[] {
  const { name, host, path, tls, annotations, pair, weights = [100], spec, isDead = false } = route;
  const targets = weights.map((weight, at) => ({ kind: 'Service', name: `${name}-${at}`, weight }));
  const [to, ...alternateBackends] = targets;
  const isTLS = tls?.termination === 'passthrough' || tls?.termination === 'reencrypt';
  const certificate = pair ? { certificate: pair.cert, key: pair.key } : {};
  return [
    {
      apiVersion: 'route.openshift.io/v1',
      kind: 'Route',
      metadata: {
        name,
        namespace: 'shop',
        annotations,
        uid: String(index).padStart(3, '0'),
        creationTimestamp: '2026-01-01T00:00:00Z',
      },
      spec: { host, path, to, alternateBackends, ...(tls ? { tls: { ...tls, ...certificate } } : {}), ...spec },
    },
    ...targets.flatMap((target, at) => [
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: target.name, namespace: 'shop' },
        spec: { ports: [{ port: 80 }] },
      },
      {
        apiVersion: 'discovery.k8s.io/v1',
        kind: 'EndpointSlice',
        metadata: { name: target.name, namespace: 'shop', labels: { 'kubernetes.io/service-name': target.name } },
        addressType: 'IPv4',
        ports: [{ port: isTLS ? 8443 : 8080 }],
        endpoints: isDead ? [] : [{ addresses: [`10.9.${at}.${index + 1}`], conditions: { ready: true } }],
      },
    ]),
  ];
}
