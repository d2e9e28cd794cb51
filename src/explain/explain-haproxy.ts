import { backendName } from '../haproxy/names.js';
import type { ExposeIntent, Server } from '../model/intent/expose.js';
import { pathOfName } from '../model/kubernetes-object.js';
import { formatSocket } from '../net/address.js';
import { listNames } from '../std/list-text.js';
import { plural } from '../std/plural.js';
import { type Explained, type SubjectExplanation, sourceObjectsOf } from './explanation.js';
import type { CompiledInput } from '../model/compiled-input.js';

/** A section of the configuration of a router, or a server in it. */
export interface HaproxyQuery {
  /** A backend of a Route, such as `be_edge_http:shop:web`. */
  readonly backend?: string;
  /** Name of a server, such as `pod:web-0:web:http:10.128.2.7:8080`. */
  readonly server?: string;
  /** A section that all Routes share. */
  readonly shared?: string;
}

const ROUTE_BACKEND = /\bbe_(?:http|edge_http|secure|tcp):[a-z0-9-]+:[a-z0-9.-]+/;
const SERVER = /(?:^server |^[a-z_:.0-9-]+\/)((?:pod|ept|idle):\S+)/;
const SHARED =
  /^(?:(?:frontend|backend|use_backend|default_backend) (public|public_ssl|fe_sni|fe_no_sni|be_sni|be_no_sni|openshift_default)|(public_ssl|fe_sni|fe_no_sni|be_sni|be_no_sni|openshift_default))(?:[ ~]|$)/;

/** Finds a section or server in a line of a router's configuration, of its maps or of its log. */
export function parseHaproxy(text: string): HaproxyQuery | undefined {
  const backend = ROUTE_BACKEND.exec(text)?.[0];
  const from = backend === undefined ? text : text.slice(text.indexOf(backend));
  const server = SERVER.exec(from)?.[1];
  if (backend !== undefined) return { backend, ...(server === undefined ? {} : { server }) };
  if (server !== undefined) return { server };
  const [, named, alone] = SHARED.exec(text) ?? [];
  const shared = named ?? alone;
  return shared === undefined ? undefined : { shared };
}

/** Explains a section of the configuration of routers, or a server, by the Route that it comes from. */
export function explainHaproxy(
  { intents }: CompiledInput,
  { backend, server, shared }: HaproxyQuery,
): SubjectExplanation {
  if (shared !== undefined) return { answers: [explainShared(shared)], notes: [] };
  const exposed = intents.filter((intent) => intent.effect === 'expose');
  const meant = exposed.filter((intent) => {
    const isBackend = backend === undefined || backendName(intent) === backend;
    return (
      isBackend && (server === undefined || backend !== undefined || serversOf(intent).some(({ id }) => id === server))
    );
  });
  const what = backend === undefined ? `server ${server ?? ''}` : `backend ${backend}`;
  if (meant.length === 0)
    return { answers: [], notes: [`not Weir's: no Route or Ingress of the input makes the ${what}`] };
  return { answers: meant.map((intent) => explainBackend(intent, server)), notes: [] };
}

function explainBackend(intent: ExposeIntent, server: string | undefined): Explained {
  const { controller, cause, host, path, termination, services } = intent;
  const isMissing = server !== undefined && !serversOf(intent).some(({ id }) => id === server);
  return {
    title: `backend ${backendName(intent)}`,
    where: [`the routers of ingress controller ${controller}`],
    isManagedByWeir: true,
    sources: sourceObjectsOf([cause]),
    effects: [
      `gets requests for ${host}${path === '' ? '/' : path}, TLS ${termination}`,
      ...services.map((service) => {
        const targets = service.servers.filter(({ id }) => server === undefined || id === server).map(describeServer);
        const count = plural(service.servers.length, 'server');
        return `sends them to Service ${pathOfName(service)} (weight ${service.weight}, ${count}): ${listNames(targets) || 'none of these'}`;
      }),
      ...(isMissing ? [`the input has no server ${server}`] : []),
    ],
  };
}

function serversOf({ services }: ExposeIntent): readonly Server[] {
  return services.flatMap(({ servers }) => servers);
}

function describeServer({ address, port, pod }: Server): string {
  return `${formatSocket(address.text, port)}${pod === undefined ? '' : ` (Pod ${pod})`}`;
}

/** What the sections that all Routes share do (OpenShift router). */
const SHARED_EFFECTS: Readonly<Record<string, string>> = {
  public: 'accepts plain HTTP, and selects the backend by host and path',
  public_ssl: 'accepts TLS, and selects passthrough Routes by the name of the handshake',
  fe_sni: 'terminates TLS with the certificate of the name of the handshake, and selects the backend by host and path',
  fe_no_sni: 'terminates TLS of clients without a name in the handshake, with the default certificate',
  be_sni: 'hands connections with a name in the handshake to fe_sni',
  be_no_sni: 'hands connections without a name in the handshake to fe_no_sni',
  openshift_default: 'answers requests that no Route matches with status 503',
};

function explainShared(name: string): Explained {
  const sort = /^(?:public|fe_)/.test(name) ? 'frontend' : 'backend';
  return {
    title: `${sort} ${name}`,
    where: ['the routers of each ingress controller'],
    isManagedByWeir: true,
    sources: [],
    effects: [SHARED_EFFECTS[name] ?? '', 'is the same for all Routes'],
  };
}
