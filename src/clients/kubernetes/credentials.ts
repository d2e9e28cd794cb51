import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { KubeConfig } from '@kubernetes/client-node';

/** Which cluster, and as whom. */
export interface ClusterSelection {
  /** A kubeconfig file; by default `KUBECONFIG`, then `~/.kube/config`, then the service account of the pod. */
  readonly kubeconfig?: string | undefined;
  /** A context of it; by default the current one. */
  readonly context?: string | undefined;
}

/** What a request carries. */
export interface Authorization {
  readonly headers: Readonly<Record<string, string>>;
  /** `<user>:<password>` of basic authentication. */
  readonly auth?: string;
  readonly agent: HttpAgent;
}

/** How to reach an API server. */
export interface Access {
  readonly server: URL;
  /** Headers and connection pool of the next request: tokens of files and of plugins are renewed. */
  readonly authorize: () => Promise<Authorization>;
  readonly close: () => void;
}

const NOTHING_FOUND =
  'there is no kubeconfig: set --kubeconfig or KUBECONFIG, or create ~/.kube/config (in a pod the service account is enough)';

/** Loads a kubeconfig. A string says what is wrong; it never repeats the file, which holds secrets. */
export function loadAccess({ kubeconfig, context }: ClusterSelection): Access | string {
  const config = new KubeConfig();
  const what = kubeconfig === undefined ? 'the kubeconfig' : `the kubeconfig ${kubeconfig}`;
  try {
    if (kubeconfig === undefined) config.loadFromDefault();
    else config.loadFromFile(kubeconfig);
  } catch (error) {
    return `${what} cannot be read: ${codeOf(error) ?? 'it is not a kubeconfig'}`;
  }
  if (kubeconfig === undefined && isMadeUp(config)) return NOTHING_FOUND;
  if (context !== undefined) {
    if (!config.getContextObject(context)) return `${what} has no context ${context}`;
    config.setCurrentContext(context);
  }
  const server = config.getCurrentCluster()?.server;
  if (server === undefined || !URL.canParse(server))
    return `${what} names no API server: set --kubeconfig or --context`;
  return accessOf(config, new URL(server));
}

/** Where it finds no configuration the library makes up a server of its own. */
function isMadeUp(config: KubeConfig): boolean {
  const isOfLibrary = config.getCurrentContext() === 'loaded-context';
  return isOfLibrary && config.getCurrentCluster()?.server === 'http://localhost:8080';
}

function accessOf(config: KubeConfig, server: URL): Access {
  let pool: { readonly key: string; readonly agent: HttpAgent } | undefined;
  const authorize: Access['authorize'] = async () => {
    const headers: Record<string, string> = {};
    const options: RequestOptions = { headers };
    await config.applyToHTTPSOptions(options);
    const { auth, ca, cert, key, rejectUnauthorized, servername } = options;
    const credentials = { ca, cert, key, rejectUnauthorized, servername };
    const text = JSON.stringify(credentials);
    if (pool?.key !== text) {
      pool?.agent.destroy();
      pool = { key: text, agent: createPool(config, server, options, credentials) };
    }
    return { headers, ...(auth ? { auth } : {}), agent: pool.agent };
  };
  return { server, authorize, close: () => pool?.agent.destroy() };
}

/** Connections that are kept between requests; those through a proxy are the library's. */
function createPool(
  config: KubeConfig,
  { protocol }: URL,
  { agent }: RequestOptions,
  credentials: Pick<RequestOptions, 'ca' | 'cert' | 'key' | 'rejectUnauthorized' | 'servername'>,
): HttpAgent {
  if (config.getCurrentCluster()?.proxyUrl !== undefined && agent instanceof HttpAgent) return agent;
  if (protocol === 'http:') return new HttpAgent({ keepAlive: true });
  const given = Object.entries(credentials).filter(([, value]) => value !== undefined);
  return new HttpsAgent({ keepAlive: true, ...Object.fromEntries(given) });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
