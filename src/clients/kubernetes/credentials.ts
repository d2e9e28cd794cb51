import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { KubeConfig } from '@kubernetes/client-node';

/** Selection of the cluster and user. */
export interface ClusterSelection {
  /** Kubeconfig file. If unset, `KUBECONFIG`, then `~/.kube/config`, then the service account of the pod. */
  readonly kubeconfig?: string | undefined;
  /** Context of the kubeconfig. If unset, the current one. */
  readonly context?: string | undefined;
}

/** Credentials of a request. */
export interface Authorization {
  readonly headers: Readonly<Record<string, string>>;
  /** `<user>:<password>` for basic authentication. */
  readonly auth?: string;
  readonly agent: HttpAgent;
}

/** Access to an API server. */
export interface Access {
  readonly server: URL;
  readonly config: KubeConfig;
  /** Returns headers and connection pool for the next request. Tokens of files and plugins are renewed. */
  readonly authorize: () => Promise<Authorization>;
  readonly close: () => void;
}

const NOTHING_FOUND =
  'there is no kubeconfig: set --kubeconfig or KUBECONFIG, or create ~/.kube/config (in a pod the service account is enough)';

/** Loads a kubeconfig. Returns a description if it is invalid, which never repeats the file because of its secrets. */
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

/** Returns true if the library found no configuration and created a default server. */
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
  return { server, config, authorize, close: () => pool?.agent.destroy() };
}

/** Returns a pool of persistent connections. Connections through a proxy use the pool of the library. */
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
