import { type Failure, fail } from '../model/change.js';
import { type JsonObject, asObject, isListOf, isObject, isText, parseJson } from '../std/json.js';
import { type MessageLimits, createFramer } from '../std/json-frames.js';
import { shortDigest } from '../std/split-by-digest.js';
import type { Policy } from './policy.js';
import { POLICY_LAYOUT } from './render.js';

/** A policy that was read, and its digest. */
export interface ReadPolicy extends Policy {
  readonly result: 'ok';
  readonly sha256: string;
}

/** Maximum size of a policy bundle in bytes, enough for some 200,000 resources. */
export const MAX_POLICY_BYTES = 256 * 2 ** 20;

/** `{}` has two bytes as text and some fifty as an object, so a limit of bytes is not enough. */
const LIMITS: MessageLimits = {
  bytes: MAX_POLICY_BYTES,
  depth: 128,
  containers: 20_000_000,
  separators: 80_000_000,
};

const HEAD = /^\{"weirPolicy":([0-9]{1,9}),"sha256":"([0-9a-f]{64})",$/;

/**
 * Reads a policy bundle with the name `what`. Fails for a different version, a wrong digest, or an oversized bundle. An
 * unreadable bundle never counts as an empty one.
 */
export function parsePolicy(bytes: Uint8Array, what: string): ReadPolicy | Failure {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length > MAX_POLICY_BYTES) return fail(`${what} is larger than any policy bundle`);
  const end = buffer.indexOf('\n');
  const [, layout, sha256 = ''] = HEAD.exec(buffer.subarray(0, Math.max(end, 0)).toString()) ?? [];
  if (layout === undefined) return fail(`${what} is not a policy bundle: \`weir compile --policy\` writes one`);
  if (Number(layout) !== POLICY_LAYOUT) {
    return fail(`${what} is of version ${layout}, this version of Weir reads ${POLICY_LAYOUT}: write it again`);
  }
  const content = buffer.subarray(end + 1).toString();
  if (shortDigest(content) !== sha256) return fail(`${what} does not match its digest: it was cut or edited`, true);
  const problem = createFramer(LIMITS)(buffer, () => undefined);
  const { configuration, lock, objects } =
    (problem === undefined ? asObject(parseJson(`{${content}`)) : undefined) ?? {};
  const isPolicy = isObject(configuration) && isText(lock) && isListOf(isNamed, objects);
  return isPolicy ? { result: 'ok', sha256, configuration, lock, objects } : fail(`${what} does not hold a policy`);
}

function isNamed(value: unknown): value is JsonObject {
  const { apiVersion, kind, metadata } = asObject(value) ?? {};
  return isText(apiVersion) && isText(kind) && isText(asObject(metadata)?.name);
}
