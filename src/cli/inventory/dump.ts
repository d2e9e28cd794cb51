import { relative, resolve } from 'node:path';
import { type Failure, fail } from '../../model/change.js';
import { type JsonObject, asString } from '../../std/json.js';
import { readFolder } from '../../sources/collect.js';
import { isFolder } from '../../sources/is-folder.js';
import { keyOfKind } from '../../model/kubernetes-object.js';
import { type Inventory, type InventoryFile, fileOf } from './pull.js';
import { pulledKinds } from './kinds.js';
import { readObjects } from './objects.js';
import { retainObjects } from './reduce.js';

/** The objects of a dump. */
export interface Dump {
  readonly result: 'ok';
  readonly objects: readonly JsonObject[];
}

/**
 * Paths of objects in the output of `oc adm must-gather` and `oc adm inspect`, below a folder per image. Cluster-scoped
 * objects have one file each, namespaced kinds one list per namespace. Files of the network script have no extension.
 */
const MUST_GATHER = [
  '**/cluster-scoped-resources/**/*.{yaml,yml,json}',
  '**/namespaces/**/*.{yaml,yml,json}',
  '**/network_logs/{net-attach-def,ippools,overlappingrangeipreservations}*',
];

/** Reads the objects of a must-gather that Weir uses. Links out of the folder are not followed. */
export function readMustGather(folder: string): Dump | Failure {
  if (!isFolder(folder)) return fail(`${folder} is not a folder, unpack the must-gather archive first`);
  return readDump(folder, MUST_GATHER);
}

/** Reads files, folders and globs with Kubernetes objects in them, as `kubectl get -o yaml` writes them. */
export function readInventoryFiles(paths: readonly string[]): Dump | Failure {
  return readDump(
    '.',
    paths.map((path) => relative('.', resolve(path)) || '.'),
    'error',
  );
}

function readDump(folder: string, include: readonly string[], unmatched?: 'error'): Dump | Failure {
  const { files, reports } = readFolder(folder, { include, exclude: [], ...(unmatched ? { unmatched } : {}) });
  const errors = reports.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  const { objects, problems } = readObjects(files);
  const [first, ...more] = [...errors, ...problems];
  if (first !== undefined) return { ...fail(first), problems: [first, ...more] };
  if (!objects.some(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Node')) {
    return fail(`no Node found in ${folder === '.' ? include.join(', ') : folder}: not a cluster dump`);
  }
  return { result: 'ok', objects };
}

/** Sorts objects into inventory files. A kind without objects has no file. */
export function sortInventory(objects: readonly JsonObject[]): Inventory {
  const ofKind = new Map<string, JsonObject[]>();
  for (const object of objects) {
    const key = keyOfKind({ apiVersion: asString(object.apiVersion) ?? '', kind: asString(object.kind) ?? '' });
    const known = ofKind.get(key);
    if (known) known.push(object);
    else ofKind.set(key, [object]);
  }
  const files = pulledKinds.map((pulled): InventoryFile => ({
    path: fileOf(pulled.kind),
    objects: retainObjects(ofKind.get(keyOfKind(pulled)) ?? [], pulled),
  }));
  const empty = pulledKinds.filter((pulled) => !ofKind.has(keyOfKind(pulled)));
  return {
    result: 'ok',
    files: files.filter((file) => file.objects.length > 0),
    notServed: empty.map(({ kind, apiVersion }) => `${kind} of ${apiVersion}`),
  };
}
