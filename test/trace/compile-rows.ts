import { dump } from 'js-yaml';
import { compile, interpret } from '../../src/compile/compile.js';
import type { CompileInput } from '../../src/compile/compile-input.js';
import { prepare } from '../../src/compile/prepare.js';
import { emitTracedState } from '../../src/compile/6-emit/traced-state.js';
import type { Diagnostic } from '../../src/model/diagnostic.js';
import type { Ends } from '../../src/trace/query/ends.js';
import { endsOfCluster } from '../../src/trace/query/ends-of-cluster.js';
import type { TracedState } from '../../src/trace/trace.js';
import { readChunks } from '../../src/std/byte-writer.js';
import { configurationOf as parse } from '../compile/3-index/inventory.js';
import type { TestCluster } from '../ovn/cluster.js';
import { configurationOf, inventoryOf } from '../ovn/manifests.js';

/** What is compiled of a cluster: its rows and hosts, the transactions of its zones, and the files of its hosts. */
export interface CompiledRows {
  readonly state: TracedState;
  readonly transactions: ReadonlyMap<string, string>;
  /** By their paths in the output folder. */
  readonly hostFiles: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  readonly ends: Ends;
}

/** Compiles a cluster, with its base topology, in this process. Throws where it has errors. */
export function compileRows(cluster: TestCluster, schemaVersion: string): CompiledRows {
  const settings = { ...configurationOf(cluster, schemaVersion), allowEmpty: true, transactions: true };
  const configuration = parse(dump(settings));
  const text = [...inventoryOf(cluster), ...cluster.resources]
    .map((object) => `---\n${JSON.stringify(object)}\n`)
    .join('');
  const input: CompileInput = { configuration, files: [{ path: 'all.yaml', text }] };
  const { artefacts, diagnostics } = compile(input);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const prepared = prepare(
    input,
    () => undefined,
    () => undefined,
  );
  const { intents } = interpret(prepared, input);
  const zones = artefacts.flatMap(({ path, content }): [string, string][] => {
    const [, zone] = /^northbound\/transactions\/([^/]+)\.json$/.exec(path) ?? [];
    return zone === undefined ? [] : [[zone, readChunks(content)]];
  });
  const { cluster: indexed } = prepared.context;
  const ofHosts = artefacts.filter(({ path }) => path.startsWith('nodes/'));
  return {
    state: emitTracedState({ intents, cluster: indexed, configuration }),
    transactions: new Map(zones),
    hostFiles: new Map(ofHosts.map(({ path, content }) => [path, readChunks(content)])),
    diagnostics,
    ends: endsOfCluster(indexed),
  };
}
