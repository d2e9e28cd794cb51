import { createHash } from 'node:crypto';
import type { JsonObject } from '../std/json.js';

/**
 * Returns the SHA-256 digest of a schema, in hexadecimal digits: what its validator is called by, so that it is never
 * one of another schema.
 */
export function schemaDigest(schema: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(schema)).digest('hex');
}
