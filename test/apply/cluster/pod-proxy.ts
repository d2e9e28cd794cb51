import type { JsonObject } from '../../../src/std/json.js';
import { type Reply, failure } from './refusals.js';

const PROXY_PATH = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/proxy(\/.*)$/;

/**
 * Answers a request for the server in a pod (Kubernetes API, `connectCoreV1GetNamespacedPodProxyWithPath`), undefined for
 * any other path. A pod that does not answer is a 503 of the API server.
 */
export function proxyToPod(pods: ReadonlyMap<string, string>, pathname: string): Promise<Reply> | undefined {
  const [, namespace, pod, path] = PROXY_PATH.exec(pathname) ?? [];
  if (path === undefined) return undefined;
  const url = pods.get(`${namespace ?? ''}/${decodeURIComponent(pod ?? '')}`);
  const refused = 'error trying to reach service: dial tcp 10.128.0.9:9476: connect: connection refused';
  const forward = async (): Promise<Reply> => {
    if (url === undefined) return failure(503, 'ServiceUnavailable', refused);
    const answer = await fetch(new URL(path, url));
    return { status: answer.status, body: (await answer.json()) as JsonObject };
  };
  return forward().catch(() => failure(503, 'ServiceUnavailable', refused));
}
