import { createHash } from 'node:crypto';
import type { ExposeIntent, PublicPem } from '../model/intent/expose.js';
import type { JsonObject } from '../std/json.js';
import { allowListFile } from './allow-list.js';
import { routeKey } from './names.js';

/**
 * Returns the files that a router writes for its Routes, by path below its folder. Certificates are listed by the types
 * of their blocks, with digests except for private keys. Keys never leave the input.
 */
export function listFiles(intents: readonly ExposeIntent[]): JsonObject {
  const files = intents.flatMap((intent): [string, JsonObject][] => {
    const { certificate, destinationAuthorities } = intent;
    const name = routeKey(intent);
    const list = allowListFile(intent);
    return [
      ...(certificate ? [entry(`router/certs/${name}.pem`, describe(certificate.pem, certificate.authorities))] : []),
      ...(destinationAuthorities ? [entry(`router/cacerts/${name}.pem`, describe(destinationAuthorities))] : []),
      ...(list === undefined ? [] : [entry(`router/allowlists/${name}.txt`, { text: list })]),
    ];
  });
  const sorted = [entry('router/certs/default.pem', {}), ...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted);
}

function entry(path: string, content: JsonObject): [string, JsonObject] {
  return [path, content];
}

function describe(...parts: readonly (PublicPem | undefined)[]): JsonObject {
  const present = parts.filter((part) => part !== undefined);
  const blocks = present.flatMap((part) => part.blocks);
  const text = present.map((part) => part.text).join('\n');
  const isPublic = !blocks.some((type) => type.endsWith('PRIVATE KEY'));
  return { blocks, ...(isPublic ? { sha256: createHash('sha256').update(text).digest('hex') } : {}) };
}
