import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject, textOf } from '../../kubernetes/object.js';
import type { DesiredCluster, DesiredStatus } from '../../model/cluster-state.js';
import type { Json, JsonObject } from '../../model/manifest.js';
import { compose } from '../../yaml/compose.js';
import { parseDocuments } from '../../yaml/documents.js';

const MANIFESTS = 'cluster/manifests.yaml';
const STATUS = 'cluster/status.yaml';

/**
 * What a rendered output folder asks of the cluster's API. A string says why it cannot be used: a folder that is missing,
 * incomplete or in the middle of a change must never count as one that asks for nothing.
 */
export function readDesired(folder: string): DesiredCluster | string {
  const listed = readIndex(folder);
  if (typeof listed === 'string') return listed;
  const digest = createHash('sha256');
  const texts = new Map<string, string>();
  for (const path of [MANIFESTS, STATUS]) {
    const sha256 = listed.get(path);
    if (sha256 === undefined) continue;
    const bytes = readBytes(join(folder, path));
    if (typeof bytes === 'string') return `${join(folder, path)} cannot be read: ${bytes}`;
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      return `${join(folder, path)} is not the file that index.json lists: compile again`;
    }
    digest.update(`${path} ${sha256}\n`);
    texts.set(path, bytes.toString());
  }
  const objects = readObjects(texts.get(MANIFESTS) ?? '');
  const statuses = readStatuses(texts.get(STATUS) ?? '');
  if (!objects) return `${join(folder, MANIFESTS)} does not hold Kubernetes objects`;
  if (!statuses) return `${join(folder, STATUS)} does not hold status patches`;
  return { objects, statuses, digest: digest.digest('hex') };
}

/** Path and SHA-256 of every file of the folder. */
function readIndex(folder: string): ReadonlyMap<string, string> | string {
  const path = join(folder, 'index.json');
  const bytes = readBytes(path);
  if (typeof bytes === 'string') return `${path} cannot be read: ${bytes}`;
  const { weir, artefacts } = asObject(parseJson(bytes)) ?? {};
  if (weir !== 1 || !Array.isArray(artefacts)) return `${path} is not the index of an output folder`;
  return new Map(
    artefacts.map((artefact) => {
      const entry = asObject(artefact) ?? {};
      return [textOf(entry.path), textOf(entry.sha256)];
    }),
  );
}

function readBytes(path: string): Buffer | string {
  try {
    return readFileSync(path);
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'it is not a file';
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function readDocuments(text: string): readonly Json[] | undefined {
  const documents = parseDocuments(text).map(({ start, end, events }) => compose(text.slice(start, end), events));
  return documents.some(({ problem }) => problem) ? undefined : documents.flatMap(({ values }) => values);
}

function readObjects(text: string): readonly JsonObject[] | undefined {
  const values = (text === '' ? [] : readDocuments(text))?.map(asObject);
  const objects = values?.filter((value) => value !== undefined);
  const isNamed = ({ apiVersion, kind, metadata }: JsonObject) => isText(apiVersion, kind, asObject(metadata)?.name);
  return objects?.length === values?.length && objects?.every(isNamed) ? objects : undefined;
}

function readStatuses(text: string): readonly DesiredStatus[] | undefined {
  const [list, ...more] = text === '' ? [[]] : (readDocuments(text) ?? []);
  if (!Array.isArray(list) || more.length > 0) return undefined;
  const statuses = list.map(readStatus);
  const read = statuses.filter((status) => status !== undefined);
  return read.length === statuses.length ? read : undefined;
}

function readStatus(item: Json): DesiredStatus | undefined {
  const { target, subresource, patch } = asObject(item) ?? {};
  const { apiVersion, kind, namespace, name } = asObject(target) ?? {};
  const status = asObject(asObject(patch)?.status);
  if (!status || !isText(apiVersion, kind, name) || (subresource !== 'status' && subresource !== '')) return undefined;
  return {
    apiVersion: textOf(apiVersion),
    kind: textOf(kind),
    namespace: textOf(namespace),
    name: textOf(name),
    subresource,
    status,
  };
}

function isText(...values: readonly (Json | undefined)[]): boolean {
  return values.every((value) => textOf(value) !== '');
}
