import type { Cluster, Pod } from '../../model/cluster.js';
import type { EgressPoint } from '../../model/intent.js';
import { formatPrefix } from '../../net/prefix.js';
import type { Both, Side } from '../side.js';
import type { Path, PathChange } from './change.js';
import type { PathIntent } from './gather.js';
import { sameList, samePath } from './same.js';

/** The pods of both sides whose source addresses or next hops change, those with the same change together. */
export function comparePaths(intents: Both<readonly PathIntent[]>, sides: Both<Side>): PathChange[] {
  const concerned = podsOfChanges(intents);
  if (concerned.size === 0) return [];
  const paths = { before: pathsOf(intents.before, concerned), after: pathsOf(intents.after, concerned) };
  const lasting = findPods(sides.before.cluster, concerned);
  const changes = new Map<string, { readonly pods: Pod[] } & Both<Path>>();
  for (const [id, pod] of findPods(sides.after.cluster, concerned)) {
    if (!lasting.has(id)) continue;
    const before = finish(paths.before.get(id));
    const after = finish(paths.after.get(id));
    if (samePaths(before, after)) continue;
    const key = JSON.stringify([before, after]);
    const change = changes.get(key);
    if (change) change.pods.push(pod);
    else changes.set(key, { pods: [pod], before, after });
  }
  return [...changes.values()];
}

/** `<namespace>/<name>` of the pods of all intents that are not the same on both sides. */
function podsOfChanges({ before, after }: Both<readonly PathIntent[]>): Set<string> {
  const [left, right] = [groupByOwner(before), groupByOwner(after)];
  const concerned = new Set<string>();
  for (const owner of new Set([...left.keys(), ...right.keys()])) {
    const [old, now] = [left.get(owner) ?? [], right.get(owner) ?? []];
    if (sameList(old, now, samePath)) continue;
    for (const { pods } of [...old, ...now]) for (const pod of pods) concerned.add(idOf(pod));
  }
  return concerned;
}

function groupByOwner(intents: readonly PathIntent[]): Map<string, PathIntent[]> {
  const groups = new Map<string, PathIntent[]>();
  for (const intent of intents) {
    const group = groups.get(ownerOf(intent));
    if (group) group.push(intent);
    else groups.set(ownerOf(intent), [intent]);
  }
  return groups;
}

interface Draft {
  readonly sources: Set<string>;
  readonly hops: Set<string>;
  readonly owners: Set<string>;
}

function pathsOf(intents: readonly PathIntent[], concerned: ReadonlySet<string>): Map<string, Draft> {
  const drafts = new Map<string, Draft>();
  for (const intent of intents) {
    for (const pod of intent.pods) {
      const id = idOf(pod);
      if (!concerned.has(id)) continue;
      const draft = drafts.get(id) ?? { sources: new Set(), hops: new Set(), owners: new Set() };
      drafts.set(id, draft);
      addIntent(draft, intent, pod);
    }
  }
  return drafts;
}

function addIntent({ sources, hops, owners }: Draft, intent: PathIntent, pod: Pod): void {
  const isOwn = ({ family }: EgressPoint): boolean =>
    pod.addresses.length === 0 || pod.addresses.some((text) => text.includes(':') === (family === 'IPv6'));
  owners.add(ownerOf(intent));
  switch (intent.effect) {
    case 'reroute':
      for (const point of intent.points.filter(isOwn)) hops.add(describeHop(point));
      break;
    case 'translate':
      if (isOwn(intent.point)) sources.add(intent.point.address);
      break;
    default:
      intent satisfies never;
  }
}

function describeHop({ node, network, prefix }: EgressPoint): string {
  return network === 'primary' ? node.name : `${node.name}, network ${formatPrefix(prefix)}`;
}

function finish(draft: Draft | undefined): Path {
  return {
    sources: [...(draft?.sources ?? [])].sort(),
    hops: [...(draft?.hops ?? [])].sort(),
    owners: [...(draft?.owners ?? [])].sort(),
  };
}

/** Who says so does not matter to a packet. */
function samePaths(a: Path, b: Path): boolean {
  const same = (one: string, other: string): boolean => one === other;
  return sameList(a.sources, b.sources, same) && sameList(a.hops, b.hops, same);
}

function findPods({ podsByNamespace }: Cluster, wanted: ReadonlySet<string>): Map<string, Pod> {
  const found = new Map<string, Pod>();
  for (const pods of podsByNamespace.values()) {
    for (const pod of pods) if (wanted.has(idOf(pod))) found.set(idOf(pod), pod);
  }
  return found;
}

function idOf({ namespace, name }: Pod): string {
  return `${namespace}/${name}`;
}

function ownerOf({ cause: { kind, namespace, name } }: PathIntent): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
}
