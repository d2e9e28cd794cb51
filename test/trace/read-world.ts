import { dump } from 'js-yaml';
import type { ComparedInput } from '../../src/compare/interpret-side.js';
import { interpret, compiledStateOf } from '../../src/compile/compile.js';
import { prepare } from '../../src/compile/prepare.js';
import { type ExpectationContext, createWorld } from '../../src/expectations/world.js';
import { configurationOf as parse } from '../compile/3-index/inventory.js';
import type { TestCluster } from '../ovn/cluster.js';
import { configurationOf, inventoryOf } from '../ovn/manifests.js';

/** Settings of a cluster with a release of OVN-Kubernetes. Without one, Weir makes the network. */
function settingsOf(release: string | undefined): object {
  return release === undefined ? {} : { topology: 'external', ovnKubernetes: release };
}

/** A cluster as a repository that nothing was reported of. */
export function inputOf(cluster: TestCluster, schemaVersion: string, release?: string): ComparedInput {
  const settings = { ...configurationOf(cluster, schemaVersion), ...settingsOf(release), allowEmpty: true };
  const configuration = parse(dump(settings));
  const objects = [...inventoryOf(cluster), ...cluster.resources];
  const text = objects.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
  return { configuration, files: [{ path: 'all.yaml', text }], reports: [] };
}

/** A cluster, ready to be asked by expectations. */
export function readWorld(cluster: TestCluster, schemaVersion: string, release?: string): ExpectationContext {
  const input = inputOf(cluster, schemaVersion, release);
  const nothing = (): void => undefined;
  const prepared = prepare(input, nothing, nothing);
  return createWorld(compiledStateOf(prepared, interpret(prepared, input).intents));
}
