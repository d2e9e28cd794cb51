import type { Db, Query } from '../../../engine/query.js';
import type { Pod } from '../../../model/cluster.js';
import { groupBy } from '../../../std/group-by.js';
import { hasSameContent } from '../../../std/same-items.js';
import { contextOf } from '../../contract/recorded-context.js';
import { compiledSelector, selectedNamespaces } from '../../shared/pod-selection.js';
import type { PlacedEgressIP } from '../placement/place.js';
import { type EgressIPSelection, selectionKey, selectionOf, selectorTexts } from './selection.js';

/** An EgressIP with the pods that it serves, and those that another one serves in its place. */
export interface ServedEgressIP {
  readonly placed: PlacedEgressIP;
  readonly selection: EgressIPSelection;
  readonly pods: readonly Pod[];
  /** Pods on the network of their host that it serves, if the release does that. */
  readonly hostPods: readonly Pod[];
  /** EgressIP that serves them instead → pods, by names. */
  readonly lost: ReadonlyMap<PlacedEgressIP, readonly Pod[]>;
}

const NO_PODS: readonly Pod[] = [];
const NO_WINNERS: PodsByWinner['pods'] = new Map();
const NOTHING_LOST: ServedEgressIP['lost'] = new Map();

/**
 * Creates a function that decides which pods an EgressIP serves, in a query. The smallest name wins among those that select
 * a pod and have an address on a node. `placedIn` returns all EgressIPs in byte order of their names. OVN-Kubernetes uses
 * the first that it processes. Any rule works that is the same in all zones.
 */
export function createServe(
  placedIn: (db: Db) => readonly PlacedEgressIP[],
): (db: Db, placed: PlacedEgressIP) => ServedEgressIP {
  const { podsByWinner } = createWinnerQueries(placedIn);
  const placedByName: Query<undefined, ReadonlyMap<string, PlacedEgressIP>> = {
    name: 'placed EgressIPs by name',
    run: (db) => new Map(placedIn(db).map((one) => [one.parsed.name, one])),
  };
  const placedOf: Query<string, PlacedEgressIP | undefined> = {
    name: 'placed EgressIP',
    run: (db, name) => db.get(placedByName, undefined).get(name),
  };
  const lostOf = (db: Db, name: string, pods: PodsByWinner['pods']): ServedEgressIP['lost'] => {
    if (pods.size === (pods.has(name) ? 1 : 0)) return NOTHING_LOST;
    const others = [...pods].filter(([winner]) => winner !== name);
    return new Map(
      others.flatMap(([winner, own]) => {
        const placed = db.get(placedOf, winner);
        return placed ? [[placed, own] as const] : [];
      }),
    );
  };
  return (db, placed) => {
    const { name } = placed.parsed;
    const key = selectionKey(placed.parsed);
    const selection = db.get(selectionOf, key);
    if (placed.assignments.length === 0)
      return { placed, selection, pods: NO_PODS, hostPods: NO_PODS, lost: NOTHING_LOST };
    const { pods, onHostNetwork } = db.get(podsByWinner, key);
    const { servesHostPods } = contextOf(db).configuration.release.egressIP;
    return {
      placed,
      selection,
      pods: pods.get(name) ?? NO_PODS,
      hostPods: servesHostPods ? (onHostNetwork.get(name) ?? NO_PODS) : NO_PODS,
      lost: lostOf(db, name, pods),
    };
  };
}

/** The pods of a selection, by the name of the EgressIP that serves them. */
interface PodsByWinner {
  readonly pods: ReadonlyMap<string, readonly Pod[]>;
  readonly onHostNetwork: ReadonlyMap<string, readonly Pod[]>;
}

function createWinnerQueries(placedIn: (db: Db) => readonly PlacedEgressIP[]) {
  /** Selection → the name of its first EgressIP that has an address on a node, in byte order of these names. */
  const holders: Query<undefined, ReadonlyMap<string, string>> = {
    name: 'first EgressIPs of selections',
    run: (db) => {
      const found = new Map<string, string>();
      for (const { parsed, assignments } of placedIn(db)) {
        if (assignments.length === 0) continue;
        const key = selectionKey(parsed);
        if (!found.has(key)) found.set(key, parsed.name);
      }
      return found;
    },
    same: hasSameContent,
  };
  const bySelectorOfNamespaces: Query<undefined, ReadonlyMap<string, readonly string[]>> = {
    name: 'selections by selector of namespaces',
    run: (db) => groupBy([...db.get(holders, undefined).keys()], (key) => selectorTexts(key).namespaces),
  };
  /** Namespace with several selections → their selectors of namespaces. */
  const contested: Query<undefined, ReadonlyMap<string, readonly string[]>> = {
    name: 'namespaces with several selections of EgressIPs',
    run: (db) => {
      const found = new Map<string, string[]>();
      const keysOf = db.get(bySelectorOfNamespaces, undefined);
      for (const selector of keysOf.keys()) {
        for (const name of db.get(selectedNamespaces, selector)) {
          const known = found.get(name);
          if (known) known.push(selector);
          else found.set(name, [selector]);
        }
      }
      const hasSeveral = ([, [first = '', second]]: readonly [string, readonly string[]]): boolean =>
        second !== undefined || (keysOf.get(first) ?? []).length > 1;
      return new Map([...found].filter(hasSeveral));
    },
    same: hasSameContent,
  };
  const winnersIn: Query<string, ReadonlyMap<Pod, string>> = {
    name: 'EgressIPs of the pods of a namespace',
    run: (db, namespace) => {
      const [names, keysOf] = [db.get(holders, undefined), db.get(bySelectorOfNamespaces, undefined)];
      const selectors = db.get(contested, undefined).get(namespace) ?? [];
      const candidates = selectors
        .flatMap((selector) => keysOf.get(selector) ?? [])
        .map((key) => ({ key, name: names.get(key) ?? '' }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      const winners = new Map<Pod, string>();
      let left = contextOf(db).cluster.podsByNamespace.get(namespace) ?? NO_PODS;
      for (const { key, name } of candidates) {
        const { compiled } = db.get(compiledSelector, selectorTexts(key).pods);
        for (const pod of left) if (compiled.matches(pod.labels)) winners.set(pod, name);
        left = left.filter((pod) => !winners.has(pod));
      }
      return winners;
    },
  };
  const podsByWinner: Query<string, PodsByWinner> = {
    name: 'pods of a selection by EgressIP',
    run: (db, key) => {
      const { pods, onHostNetwork } = db.get(selectionOf, key);
      const first = db.get(holders, undefined).get(key) ?? '';
      const several = db.get(contested, undefined);
      const isContested = db.get(selectedNamespaces, selectorTexts(key).namespaces).some((name) => several.has(name));
      const winnerOf = (pod: Pod): string =>
        several.has(pod.namespace) ? (db.get(winnersIn, pod.namespace).get(pod) ?? first) : first;
      const divide = (list: readonly Pod[]): ReadonlyMap<string, readonly Pod[]> => {
        if (list.length === 0) return NO_WINNERS;
        if (!isContested) return new Map([[first, list]]);
        const groups = groupBy(list, winnerOf);
        const [only] = groups.keys();
        return only !== undefined && groups.size === 1 ? new Map([[only, list]]) : groups;
      };
      return { pods: divide(pods), onHostNetwork: divide(onHostNetwork) };
    },
    same: (a, b) => hasSameContent(a.pods, b.pods) && hasSameContent(a.onHostNetwork, b.onHostNetwork),
  };
  return { podsByWinner };
}
