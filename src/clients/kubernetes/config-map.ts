import { type Failure, fail } from '../../model/change.js';
import type { KubernetesClient } from './client.js';
import { asObject } from '../../std/json.js';

/**
 * Returns the bytes under a key of a ConfigMap's `binaryData`. Returns undefined if the ConfigMap or the key is
 * missing.
 */
export async function readConfigMap(
  client: KubernetesClient,
  namespace: string,
  name: string,
  key: string,
): Promise<Uint8Array | undefined | Failure> {
  const resource = { apiVersion: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true, hasStatus: false };
  const answer = await client.get(resource, { namespace, name });
  if (answer.result === 'missing') return undefined;
  if (answer.result === 'failed') return answer;
  if (answer.result !== 'ok') return fail(`the ConfigMap ${namespace}/${name} cannot be read`, true);
  const text = asObject(answer.value.binaryData)?.[key];
  return typeof text === 'string' ? Buffer.from(text, 'base64') : undefined;
}
