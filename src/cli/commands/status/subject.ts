import { titleOf } from '../../../model/kubernetes-object.js';
import { pluralOfKind } from '../../../std/plural.js';
import { policyInventoryKinds } from '../../live/compile-policy.js';
import type { AskedResource } from './resource.js';

/** What a user asks about. */
export interface StatusSubject {
  /** Description for messages. */
  readonly title: string;
  /** Returns true for the targets to show. */
  readonly isWanted: (target: string) => boolean;
  /** The name of a zone or node. If unset, all are shown. */
  readonly node?: string;
  readonly resource?: AskedResource;
}

const ROLES: Readonly<Record<string, string>> = { zone: 'northbound', northbound: 'northbound', node: 'node' };

/**
 * Parses the words of a subject: none for everything, `cluster`, `zone NAME`, `node NAME`, the name of a zone or node, or
 * a kind with a name, in two words or joined with `/`. Returns an error message for other words.
 */
export function parseStatusSubject(words: readonly string[]): StatusSubject | string {
  const [first = '', ...rest] = words.length === 1 ? (words[0] ?? '').split('/') : words;
  const name = rest.join('/');
  if (words.length === 0) return { title: 'any target', isWanted: () => true };
  if (words.length > 2) return 'expected a resource, a zone or a node, such as `egressip ferry` or `worker-a`';
  const role = name === '' ? undefined : ROLES[first.toLowerCase()];
  if (role !== undefined) {
    return { title: `${role} ${name}`, node: name, isWanted: (target) => target === `${role} ${name}` };
  }
  if (name === '') {
    const isCluster = first === 'cluster';
    const wanted = isCluster ? ['cluster'] : [`northbound ${first}`, `node ${first}`];
    return {
      title: isCluster ? first : `the zone or node '${first}'`,
      isWanted: (target) => wanted.includes(target),
      ...(isCluster ? {} : { node: first }),
    };
  }
  return resourceSubject(first, name);
}

function resourceSubject(word: string, path: string): StatusSubject | string {
  const asked = word.toLowerCase();
  const kind = policyInventoryKinds.find((one) =>
    [one.kind, pluralOfKind(one.kind)].some((text) => text.toLowerCase() === asked),
  );
  if (!kind) return `'${word}' is not a kind of a policy, a zone or a node`;
  const [namespace, name] = path.includes('/') ? (path.split('/', 2) as [string, string]) : ['', path];
  const resource = { apiVersion: kind.apiVersion, kind: kind.kind, namespace, name };
  return { title: titleOf(kind.kind, resource), isWanted: () => true, resource };
}
