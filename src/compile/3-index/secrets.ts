import { textOf } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import type { Secret } from '../../model/secret.js';
import { asObject } from '../../std/json.js';

/**
 * Returns the Secrets of the input by `<namespace>/<name>`. Kubernetes API: an entry of `stringData` takes precedence
 * over that of `data`.
 */
export function collectSecrets(manifests: readonly Manifest[]): ReadonlyMap<string, Secret> {
  return new Map(manifests.map((manifest) => [`${manifest.namespace}/${manifest.name}`, readSecret(manifest)]));
}

function readSecret({ namespace, name, object }: Manifest): Secret {
  const [certificate, key] = [readEntry(object, 'tls.crt'), readEntry(object, 'tls.key')];
  const type = textOf(object.type);
  return {
    namespace,
    name,
    type: type === '' ? 'Opaque' : type,
    ...(certificate === undefined ? {} : { certificate }),
    ...(key === undefined ? {} : { key }),
  };
}

function readEntry({ data, stringData }: Manifest['object'], name: string): string | undefined {
  const plain = asObject(stringData)?.[name];
  if (typeof plain === 'string') return plain;
  const encoded = asObject(data)?.[name];
  return typeof encoded === 'string' ? Buffer.from(encoded, 'base64').toString() : undefined;
}
