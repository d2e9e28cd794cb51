import { isEnabled, inputOf } from '../../kinds/contract/manifests-of.js';
import { kinds } from '../../kinds/index.js';
import type { GivenAddress } from '../../kinds/contract/kind-placement.js';
import type { Prepared } from '../../compile/compile-input.js';
import { implies } from '../../selectors/implication.js';
import { type WrittenSelector, indexNamespaces } from '../../selectors/namespaces.js';
import { writeSelector } from '../../selectors/selector-text.js';
import { compareAddressTexts } from '../../net/address.js';
import type { JsonObject } from '../../std/json.js';
import { groupBy } from '../../std/group-by.js';
import type { Both } from '../../traffic/side.js';
import type { EgressChange, GivenChange } from '../../traffic/change.js';

type Selection = GivenAddress['namespaces'];

/** An address that an object assigns, with the `<Kind> <name>` of the object. */
interface Given extends GivenAddress {
  readonly owner: string;
}

/**
 * Returns the source addresses that namespaces get and did not have, with or without pods: later pods also use them.
 * Skips those that `egress` already lists. In order of the addresses.
 */
export function compareGiven({ before, after }: Both<Prepared>, egress: readonly EgressChange[]): GivenChange[] {
  const given = groupBy(listGiven(after), ({ address }) => address);
  if (given.size === 0) return [];
  const earlier = groupBy(listGiven(before), ({ address }) => address);
  const [was, is] = [createFinder(before), createFinder(after)];
  const listed = new Set(
    egress.flatMap((one) => one.after.sources.flatMap((source) => one.pods.map((pod) => keyOf(source, pod.namespace)))),
  );
  return [...given]
    .sort(([a], [b]) => compareAddressTexts(a, b))
    .flatMap(([address, own]) => {
      const all = earlier.get(address) ?? [];
      return own.flatMap(({ owner, namespaces, pods }): GivenChange[] => {
        const old = all.filter((one) => coversPods(one.pods, pods)).map((one) => one.namespaces);
        const known = new Set(old.flatMap(was));
        const added = is(namespaces).filter((name) => !known.has(name));
        const unlisted = added.filter((name) => !listed.has(keyOf(address, name)));
        if (unlisted.length > 0) return [{ address, owner, namespaces: unlisted }];
        // The selector picks no existing namespace, but may pick a later one.
        if (added.length > 0 || old.some((one) => isWithin(namespaces, one))) return [];
        return [{ address, owner, namespaces: [], selector: describe(namespaces) }];
      });
    });
}

function listGiven(prepared: Prepared): Given[] {
  return kinds.flatMap((kind) => {
    if (!kind.placement || !isEnabled(kind, prepared.context.configuration)) return [];
    return kind.placement.gives(inputOf(kind, prepared)).map((one) => ({ ...one, owner: `${kind.kind} ${one.name}` }));
  });
}

/** Creates a function that finds the names of the existing namespaces. */
function createFinder({ context: { cluster } }: Prepared): (selection: Selection) => readonly string[] {
  const find = indexNamespaces([...cluster.namespaces.values()]);
  return (selection) => (typeof selection === 'string' ? [selection] : find(selection).map(({ name }) => name));
}

/** Returns true if every possible pod that `narrow` selects is also selected by `wide`. If unset, they select all. */
function coversPods(wide: WrittenSelector | undefined, narrow: WrittenSelector | undefined): boolean {
  return implies(narrow?.written ?? {}, wide?.written ?? {});
}

/** Returns true if every possible namespace that `narrow` selects is also selected by `wide`. */
function isWithin(narrow: Selection, wide: Selection): boolean {
  if (typeof narrow === 'string' || typeof wide === 'string') return narrow === wide;
  return implies(narrow.written, wide.written);
}

function describe(selection: string | WrittenSelector): string {
  return typeof selection === 'string' ? selection : writeSelector(selection.written as unknown as JsonObject);
}

function keyOf(address: string, namespace: string): string {
  return `${namespace} ${address}`;
}
