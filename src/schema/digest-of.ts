import { createHash } from 'node:crypto';
import type { JsonObject } from '../std/json.js';

/**
 * Returns the SHA-256 digest of a schema in hexadecimal. It names the validator, so that a changed schema never uses an
 * old one.
 */
export function schemaDigest(schema: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(schema)).digest('hex');
}
