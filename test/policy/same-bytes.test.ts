import type { FileOwner } from '../../src/model/artefact.js';
import { clusterNamesOf } from '../../src/output-index/index-file.js';
import { filesOf } from '../../src/rendered/bundles/group-files.js';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from '../../src/cli/live/compile-policy.js';
import { createObjectFiles } from '../../src/cli/live/inventory-files.js';
import { readInput } from '../../src/cli/run/input.js';
import { sortInventory } from '../../src/cli/inventory/dump.js';
import { readObjects } from '../../src/cli/inventory/objects.js';
import { type Compilation, compile } from '../../src/compile/compile.js';
import type { Prepared } from '../../src/compile/compile-input.js';
import { collectPolicy } from '../../src/policy/policy.js';
import { parsePolicy } from '../../src/policy/parse.js';
import { renderPolicy } from '../../src/policy/render.js';
import { kinds } from '../../src/kinds/index.js';
import { keyOfKind, textOf } from '../../src/model/kubernetes-object.js';
import type { SourceFile } from '../../src/model/manifest.js';
import type { JsonObject } from '../../src/std/json.js';
import { readChunks } from '../../src/std/byte-writer.js';
import { FIXTURES, listCases } from '../golden/cases.js';

/** What appliers read of a compilation, by path. */
function delivered({ artefacts }: Compilation): ReadonlyMap<string, string> {
  const wanted = artefacts.filter(({ path }) => /^(northbound\/(shared|zones)|nodes|cluster)\//.test(path));
  return new Map(wanted.map(({ path, content }) => [path, readChunks(content)]));
}

/** The cluster, and some of its zones and nodes. */
function someOwners({ zones, nodes }: Record<'zones' | 'nodes', readonly string[]>): readonly FileOwner[] {
  const toOwners = (role: FileOwner['role'], names: readonly string[]): FileOwner[] =>
    names.slice(0, 2).map((name) => ({ role, name }));
  return [{ role: 'cluster', name: '' }, ...toOwners('zone', zones), ...toOwners('node', nodes)];
}

/** Kinds that no policy holds: cases about them are none of these. */
const LEFT_OUT: ReadonlySet<string> = new Set(kinds.filter(({ needsSecrets }) => needsSecrets).map(keyOfKind));

const COMPILED: ReadonlySet<string> = new Set(kinds.map(keyOfKind));

/** What a cluster would tell: what a case says of it, and no resource that only its manifests have. */
function observedIn(files: readonly SourceFile[]): readonly JsonObject[] {
  const others = readObjects(files.filter(({ role }) => role !== 'inventory')).objects;
  return [
    ...readObjects(files.filter(({ role }) => role === 'inventory')).objects,
    ...others.filter(
      ({ apiVersion, kind }) => !COMPILED.has(keyOfKind({ apiVersion: textOf(apiVersion), kind: textOf(kind) })),
    ),
  ];
}

describe('a policy', () => {
  it.for(listCases())(
    'of %s compiles to the same bytes from the bundle and the pulled inventory',
    async (name, { skip }) => {
      const input = await readInput({ path: join(FIXTURES, name) });
      const { configuration, configurationFile, files, lock } = input;
      const isBroken = input.reports.some(({ severity }) => severity === 'error');
      if (!configuration || isBroken) return skip('it has errors');
      let prepared: Prepared | undefined;
      const inspect = (found: Prepared): void => void (prepared = found);
      const offline = compile({ configuration, configurationFile, files, lock, inspect });
      const hasError = offline.diagnostics.some(({ severity }) => severity === 'error');
      if (!prepared || hasError) return skip('it has errors');
      const { manifests } = prepared;
      if (manifests.length === 0 || manifests.some((one) => LEFT_OUT.has(keyOfKind(one))))
        return skip('no policy holds it');
      const { text } = renderPolicy(collectPolicy({ configurationFile, lock: offline.lock.before, manifests }));
      const policy = parsePolicy(Buffer.from(text), 'the bundle');
      if (policy.result === 'failed') throw new Error(policy.problems.join());
      const inventory = createObjectFiles()(sortInventory(observedIn(files)));
      const live = compilePolicy(policy, inventory);
      if ('result' in live) throw new Error(live.problems.join('\n'));
      expect(delivered(live)).toEqual(delivered(offline));
      const { zones, nodes } = clusterNamesOf(offline.cluster);
      const names = { zones: [...zones], nodes: [...nodes] };
      for (const owner of someOwners(names)) {
        const own = compilePolicy(policy, inventory, { owner });
        if ('result' in own) throw new Error(own.problems.join('\n'));
        expect(filesOf(owner, { ...own, ...names })).toEqual(filesOf(owner, { ...offline, ...names }));
      }
    },
  );
});
