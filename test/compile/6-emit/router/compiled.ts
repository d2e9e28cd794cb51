import { loadAll } from 'js-yaml';
import { compile } from '../../../../src/compile/compile.js';
import { readChunks } from '../../../../src/std/byte-writer.js';
import { configurationOf, namespace, node } from '../../3-index/inventory.js';
import type { JsonObject } from '../../../../src/std/json.js';

/** The `spec` of an EgressRouter with addresses and redirect as they are written. */
export function egressRouter(name: string, spec: JsonObject): JsonObject {
  const metadata = { name, namespace: 'harbor' };
  return { apiVersion: 'network.operator.openshift.io/v1', kind: 'EgressRouter', metadata, spec };
}

/** Files of the output folder (path → text) for routers in the namespace `harbor`. */
export function compileRouters(routers: readonly JsonObject[], weirYaml: string): ReadonlyMap<string, string> {
  const objects = [node('heron'), namespace('harbor'), ...routers];
  const text = objects.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
  const { artefacts } = compile({ configuration: configurationOf(weirYaml), files: [{ path: 'all.yaml', text }] });
  return new Map(artefacts.map(({ path, content }) => [path, readChunks(content)]));
}

/** Kubernetes objects of `cluster/manifests.yaml`. */
export function objectsOf(files: ReadonlyMap<string, string>): readonly JsonObject[] {
  return loadAll(files.get('cluster/manifests.yaml') ?? '') as JsonObject[];
}

/** The object of a kind and a name. Throws where there is none. */
export function findObject(objects: readonly JsonObject[], kind: string, name: string): JsonObject {
  const found = objects.find((object) => object.kind === kind && (object.metadata as JsonObject).name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
}
