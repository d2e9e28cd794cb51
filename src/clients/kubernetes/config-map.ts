import { type Failure, fail } from '../../model/change.js';
import type { KubernetesClient } from './client.js';
import type { Resource } from './discovery.js';
import { asObject } from '../../std/json.js';

export const CONFIG_MAPS: Resource = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
  hasStatus: false,
};

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
  const answer = await client.get(CONFIG_MAPS, { namespace, name });
  if (answer.result === 'missing') return undefined;
  if (answer.result === 'failed') return answer;
  if (answer.result !== 'ok') return fail(`the ConfigMap ${namespace}/${name} cannot be read`, true);
  const text = asObject(answer.value.binaryData)?.[key];
  return typeof text === 'string' ? Buffer.from(text, 'base64') : undefined;
}
