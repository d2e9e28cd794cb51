import { createHash } from 'node:crypto';
import { textOf } from '../model/kubernetes-object.js';
import { type Failure, fail } from '../model/change.js';
import type { DesiredCluster, DesiredStatus } from '../model/cluster-state.js';
import { compose } from '../yaml/compose.js';
import { parseDocuments } from '../yaml/documents.js';
import { type OutputSource, describeFile, readArtefact, readRenderedFolder } from './read-folder.js';
import { type Json, type JsonObject, asObject } from '../std/json.js';

const MANIFESTS = 'cluster/manifests.yaml';
const STATUS = 'cluster/status.yaml';
/**
 * Maximum values that aliases may add to all patches. There are some for each zone of each resource, which share
 * memory.
 */
const MAX_ALIASED = 20_000_000;

/**
 * Returns the desired API objects and statuses of an output. One that is missing, incomplete or being
 * changed is a temporary failure. It must never be read as an empty desired state.
 */
export function readRenderedCluster(source: OutputSource): DesiredCluster | Failure {
  const rendered = readRenderedFolder(source);
  if ('result' in rendered) return rendered;
  const manifests = readArtefact(rendered, MANIFESTS);
  if (manifests && 'result' in manifests) return manifests;
  const status = readArtefact(rendered, STATUS);
  if (status && 'result' in status) return status;
  const objects = readObjects(manifests?.text ?? '');
  const statuses = readStatuses(status?.text ?? '');
  if (!objects) return fail(`${describeFile(source, MANIFESTS)} does not hold Kubernetes objects`, true);
  if (!statuses) return fail(`${describeFile(source, STATUS)} does not hold status patches`, true);
  const digest = createHash('sha256');
  for (const listed of [manifests, status]) if (listed) digest.update(`${listed.path} ${listed.sha256}\n`);
  return { objects, statuses, digest: digest.digest('hex') };
}

function readDocuments(text: string): readonly Json[] | undefined {
  const documents = parseDocuments(text).map(({ start, end, events }) =>
    compose(text.slice(start, end), events, MAX_ALIASED),
  );
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
