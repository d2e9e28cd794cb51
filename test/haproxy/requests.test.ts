import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distinguishedNameOf } from '../../src/certificates/certificate.js';
import { serverWeights } from '../../src/haproxy/weights.js';
import { compile } from '../../src/compile/compile.js';
import type { IngressController } from '../../src/model/ingress-controller.js';
import type { ExposeIntent } from '../../src/model/intent/expose.js';
import { parseAddress } from '../../src/net/address.js';
import { type RequestAnswer, type Router, answerRequest, createRouter } from '../../src/requests/answer.js';
import { joinChunks } from '../../src/std/byte-writer.js';
import { configurationOf } from '../compile/3-index/inventory.js';
import { layOut } from './proxy.js';
import { CLIENTS, type Question, questionsOf } from './questions.js';
import { makePair, manifestsOf, routesOf } from './routes.js';
import { type Asked, type Received, ask, findPort, startProxy, startStub } from './running-proxy.js';

let folder = '';
let proxy: ChildProcess | undefined;
let router: Router;
let ports = { http: 0, https: 0 };
const stop: (() => void)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weir-requests-'));
  const pairs = {
    rsa: makePair(folder, 'rsa', ['rsa.apps.example.com'], 'rsa'),
    ec: makePair(folder, 'ec', ['ec.apps.example.com'], 'ec'),
    wild: makePair(folder, 'wild', ['*.wild.example.com'], 'ec'),
    stub: makePair(folder, 'stub', ['stub.example.com'], 'ec'),
  };
  const standard = makePair(folder, 'standard', ['*.apps.example.com'], 'ec');
  const routes = routesOf(pairs);
  const [plain, tls] = [await startStub(), await startStub(pairs.stub)];
  stop.push(
    () => void plain.close(),
    () => void tls.close(),
  );
  ports = { http: await findPort(), https: await findPort() };
  const configuration = configurationOf(`
ingressControllers:
- name: default
  domain: apps.example.com
  environment: {ROUTER_ALLOW_WILDCARD_ROUTES: "true", ROUTER_DISABLE_HTTP2: "false"}
`);
  const controllers = configuration.ingressControllers.map((one): IngressController => ({
    ...one,
    defaultCertificate: { path: 'default.crt', text: standard.cert },
  }));
  const text = routes
    .flatMap(manifestsOf)
    .map((object) => `---\n${JSON.stringify(object)}\n`)
    .join('');
  const { artefacts, intents, diagnostics } = compile({
    configuration: { ...configuration, ingressControllers: controllers },
    files: [{ path: 'routes.yaml', text }],
  });
  expect(diagnostics.filter(({ severity }) => severity !== 'warning')).toEqual([]);
  const [controller] = controllers;
  if (!controller) throw new Error('no controller');
  router = createRouter(
    intents.filter((intent) => intent.effect === 'expose'),
    controller,
  );

  const rendered = join(folder, 'rendered');
  mkdirSync(rendered);
  for (const { path, content } of artefacts) {
    if (dirname(path) === 'ingress/default')
      writeFileSync(join(rendered, path.slice('ingress/default/'.length)), joinChunks(content));
  }
  const listens = (server: typeof plain): number => (server.address() as AddressInfo).port;
  const file = layOut(rendered, join(folder, 'r'), pairs.stub.cert + pairs.stub.key, (written) =>
    written
      .replace('bind :80\n', `bind 127.0.0.1:${ports.http}\n`)
      .replace('bind :443\n', `bind 127.0.0.1:${ports.https}\n`)
      .replace(/ 10\.9\.([0-9.]+):8080 /g, ` 127.9.$1:${listens(plain)} `)
      .replace(/ 10\.9\.([0-9.]+):8443 /g, ` 127.9.$1:${listens(tls)} `),
  );
  const certificates = join(folder, 'r/router/certs');
  writeFileSync(join(certificates, 'default.pem'), standard.cert + standard.key);
  for (const { name, pair } of routes) {
    if (pair) writeFileSync(join(certificates, `shop:${name}.pem`), pair.cert + pair.key);
  }
  proxy = await startProxy(file, ports.http);
});

afterAll(async () => {
  if (proxy) {
    proxy.kill('SIGKILL');
    await once(proxy, 'exit');
  }
  stop.forEach((end) => {
    end();
  });
  rmSync(folder, { recursive: true, force: true });
});

function toAsked({ scheme, host, path, sni, alpn, client }: Question): Asked {
  return { port: ports[scheme], host, path, client, ...(scheme === 'https' ? { sni, alpn } : {}) };
}

/** All requests, a few at a time. */
async function askAll(questions: readonly Question[]): Promise<Received[]> {
  const received: Received[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < questions.length; at = next++) {
      const question = questions[at];
      if (question) received[at] = await ask(toAsked(question));
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return received;
}

/** What a client can see of an answer. */
interface Seen {
  readonly status?: number;
  readonly location?: string;
  readonly path?: string;
  readonly certificate?: string;
  readonly alpn?: string;
}

/** What the model says that a client sees; a server that ends TLS itself shows its own certificate. */
function foresee(question: Question): { readonly seen: Seen; readonly servers: readonly string[] } {
  const { client: text, ...request } = question;
  const client = parseAddress(text);
  const answer = answerRequest(router, { ...request, ...(client ? { client } : {}) });
  const { outcome } = answer;
  const servers = outcome.type === 'served' || outcome.type === 'passed' ? addressesOf(outcome.route) : [];
  const shown = shownBy(answer);
  if (outcome.type === 'closed') return { seen: shown, servers };
  // What a client says after it has agreed on HTTP/2 is none of this test.
  if (answer.alpn === 'h2') return { seen: shown, servers: [] };
  if (outcome.type === 'answered') return { seen: { ...shown, status: outcome.status }, servers };
  if (outcome.type === 'redirected') return { seen: { ...shown, status: 302, location: outcome.location }, servers };
  if (servers.length === 0) return { seen: { ...shown, status: 503 }, servers };
  const path = outcome.type === 'passed' ? question.path.split('?')[0] : outcome.path;
  return { seen: { ...shown, status: 200, ...(path === undefined ? {} : { path }) }, servers };
}

function shownBy({ outcome, certificate, alpn }: RequestAnswer): Seen {
  if (outcome.type === 'passed') return { certificate: 'CN=stub' };
  const shown = certificate?.read();
  return { ...(shown ? { certificate: distinguishedNameOf(shown) } : {}), ...(alpn === undefined ? {} : { alpn }) };
}

function addressesOf({ services }: ExposeIntent): string[] {
  const present = services.filter(({ weight }) => weight > 0).flatMap(({ servers }) => servers);
  return present.map(({ address }) => address.text.replace(/^10\./, '127.'));
}

function see({ status, headers, certificate, alpn }: Received): Seen {
  const { location, 'x-path': path } = headers;
  return {
    ...(status === undefined ? {} : { status }),
    ...(location === undefined ? {} : { location }),
    ...(path === undefined ? {} : { path }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(alpn === undefined ? {} : { alpn }),
  };
}

describe('a real proxy with our configuration', () => {
  it('answers every request as the model says', async () => {
    const questions = questionsOf();
    expect(questions.length).toBeGreaterThan(250);
    const received = await askAll(questions);
    const compared = questions.map((question, index) => {
      const { seen, servers } = foresee(question);
      const { headers, ...answer } = received[index] ?? { headers: {} };
      const server = headers['x-server'];
      const isH2 = seen.alpn === 'h2';
      const got = isH2 ? { certificate: answer.certificate, alpn: answer.alpn } : see({ ...answer, headers });
      return {
        question,
        said: { seen, server: server === undefined || servers.includes(server) },
        got: { seen: got, server: true },
      };
    });
    expect(compared.map(({ question, got }) => ({ question, ...got }))).toEqual(
      compared.map(({ question, said }) => ({ question, ...said })),
    );
  });

  it('gives each Service its share', async () => {
    const question: Question = {
      scheme: 'http',
      host: 'split.example.com',
      path: '/',
      sni: '',
      alpn: [],
      client: CLIENTS[0],
    };
    const received = await askAll(Array.from({ length: 80 }, () => question));
    const intent = router.routes.find(({ host }) => host === question.host);
    const weights = [...serverWeights(intent?.services ?? [])].map(([{ servers }, weight]) => ({
      weight,
      address: servers[0]?.address.text ?? '',
    }));
    const total = weights.reduce((sum, { weight }) => sum + weight, 0);
    for (const { weight, address } of weights) {
      const own = received.filter(({ headers }) => headers['x-server'] === address.replace(/^10\./, '127.')).length;
      expect(Math.abs(own - (80 * weight) / total)).toBeLessThanOrEqual(4);
    }
  });

  it('keeps a client at its server by the cookie that it was given', async () => {
    const asked: Asked = { port: ports.http, host: 'sticky.example.com', path: '/', client: CLIENTS[0] };
    const first = await ask(asked);
    const [cookie = ''] = (first.headers['set-cookie'] ?? '').split(';');
    expect(cookie).not.toBe('');
    const others = await Promise.all(Array.from({ length: 12 }, () => ask({ ...asked, cookie })));
    expect(new Set(others.map(({ headers }) => headers['x-server']))).toEqual(new Set([first.headers['x-server']]));
  });
});
