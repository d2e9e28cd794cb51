import { dump } from 'js-yaml';
import type { ComparedInput } from '../../src/compare/compare.js';
import { interpret, meaningOf, prepare } from '../../src/compile/compile.js';
import { type ExpectationContext, createWorld } from '../../src/expectations/world.js';
import { configurationOf as parse } from '../compile/3-index/inventory.js';
import type { TestCluster } from '../ovn/cluster.js';
import { configurationOf, inventoryOf } from '../ovn/manifests.js';

/** A cluster as a repository that nothing was reported of. */
export function inputOf(cluster: TestCluster, schemaVersion: string): ComparedInput {
  const configuration = parse(dump({ ...configurationOf(cluster, schemaVersion), allowEmpty: true }));
  const objects = [...inventoryOf(cluster), ...cluster.resources];
  const text = objects.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
  return { configuration, files: [{ path: 'all.yaml', text }], reports: [] };
}

/** A cluster, ready to be asked by expectations. */
export function readWorld(cluster: TestCluster, schemaVersion: string): ExpectationContext {
  const input = inputOf(cluster, schemaVersion);
  const nothing = (): void => undefined;
  const prepared = prepare(input, nothing, nothing);
  return createWorld(meaningOf(prepared, interpret(prepared, input).intents));
}
