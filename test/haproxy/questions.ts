import type { Request } from '../../src/requests/request.js';

/** A request, and the address that it comes from. */
export type Question = Omit<Request, 'client'> & { readonly client: string };

/** The Routes with lists take the second of them. */
export const CLIENTS = ['127.0.0.1', '127.0.0.2'] as const;

const HOSTS = [
  'shop.example.com',
  'SHOP.example.com:8080',
  'shop.example.com.',
  'plain.example.com',
  'rsa.apps.example.com',
  'x.wild.example.com',
  'one.wild.example.com',
  'pay.example.com',
  'again.example.com',
  'listed.example.com',
  'nobody.example.com',
];
const PATHS = [
  '/',
  '/api',
  '/api/items?q=/a/',
  '/apix',
  '/a/',
  '/a/%7Ebob',
  '/a/b/c',
  '/axb/y',
  '//api',
  '/%61pi',
  '/x',
];

/** Requests for hosts and paths that Routes have, nearly have or do not have, with names in the handshake that fit and do not. */
export function questionsOf(): Question[] {
  const base = { alpn: [], client: CLIENTS[0] };
  const nameOf = (host: string): string => host.replace(/:[0-9]+$/, '').replace(/\.$/, '');
  const product = HOSTS.flatMap((host) =>
    PATHS.flatMap((path) =>
      (['http', 'https'] as const).map((scheme): Question => ({ ...base, scheme, host, path, sni: nameOf(host) })),
    ),
  );
  const https = (host: string, rest: Partial<Question> = {}): Question => ({
    ...base,
    scheme: 'https',
    host,
    path: '/',
    sni: host,
    ...rest,
  });
  const http = (host: string, path: string, rest: Partial<Question> = {}): Question => ({
    ...base,
    scheme: 'http',
    host,
    path,
    sni: '',
    ...rest,
  });
  const names = [
    'shop.example.com',
    'rsa.apps.example.com',
    'own.example.org',
    'pay.example.com',
    'any.wild.example.com',
    '',
  ];
  return [
    ...product,
    // The name of the handshake and the header need not agree.
    ...names.flatMap((sni) =>
      ['shop.example.com', 'pay.example.com', 'own.example.org'].map((host) => https(host, { sni })),
    ),
    ...[
      'ec.apps.example.com',
      'own.example.org',
      'x.wild.example.com',
      'mixed.gates.example.com',
      'y.gates.example.com',
    ].flatMap((host) => [
      https(host, { alpn: ['http/1.1'] }),
      https(host, { alpn: ['h2', 'http/1.1'] }),
      https(host, { sni: host.toUpperCase() }),
    ]),
    ...CLIENTS.flatMap((client) => [
      http('listed.example.com', '/', { client }),
      http('commas.example.com', '/', { client }),
      https('vault.example.com', { client }),
    ]),
    ...['/a#b', '/ä', '/a"b|c', '/_______internal_router_healthz', 'x'].map((path) => http('plain.example.com', path)),
    http('dead.example.com', '/'),
    http('', '/'),
  ];
}
