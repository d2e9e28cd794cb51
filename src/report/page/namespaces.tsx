import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { plural } from '../../std/plural.js';
import type { NamespaceData } from '../data.js';
import { Badge, Finding, Names, Nothing, Rules } from './parts.js';
import { type PageState, linkTo, search } from './state.js';
import { VirtualList } from './virtual-list.js';

/** Entry of the list for objects without a namespace. */
const CLUSTER = '';

/** Shows a namespace: its egress paths, its rules with their usage, and its findings. */
export function NamespacesView({ state }: { readonly state: PageState }): JSX.Element {
  const { namespaces, lists } = state.snapshot.value;
  const { chosen } = state.route.value;
  const query = state.query.value;
  const all = useMemo(() => {
    const own: readonly NamespaceData[] = lists.length > 0 ? [{ name: CLUSTER, pods: 0, egress: [], lists }] : [];
    return [...own, ...namespaces].map((namespace) => ({ namespace, text: textOf(namespace) }));
  }, [namespaces, lists]);
  const found = useMemo(() => search(all, query, ({ text }) => text).map(({ namespace }) => namespace), [all, query]);
  const open = found.find(({ name }) => name === chosen) ?? found[0];
  return (
    <div class="split">
      <section class="side" aria-label="Namespaces">
        <p role="status">{plural(found.length, 'namespace')}</p>
        <VirtualList
          items={found}
          label="Choose a namespace"
          keyOf={({ name }) => name}
          estimate={54}
          selected={open?.name ?? ''}
          onSelect={({ name }) => {
            location.replace(linkTo('namespaces', name));
          }}
          render={(namespace) => <Row namespace={namespace} />}
        />
      </section>
      <section class="open" aria-live="polite" aria-label="The chosen namespace">
        {open ? <Namespace state={state} namespace={open} /> : <Nothing>No namespace matches.</Nothing>}
      </section>
    </div>
  );
}

function textOf({ name, egress, lists }: NamespaceData): string {
  return [
    titleOf(name),
    ...egress.flatMap(({ sources, owners }) => [...sources, ...owners]),
    ...lists.flatMap(({ kind, name: own, rules }) => [kind, own, ...rules.map(({ text }) => text)]),
  ].join(' ');
}

function titleOf(name: string): string {
  return name === CLUSTER ? 'All namespaces' : name;
}

function Row({ namespace: { name, pods, lists, egress } }: { readonly namespace: NamespaceData }): JSX.Element {
  const idle = lists.flatMap(({ rules }) => rules.filter(({ use }) => use !== 'decides')).length;
  const owners = new Set(egress.flatMap((group) => group.owners)).size;
  return (
    <>
      <b>{titleOf(name)}</b>
      <small>
        {name === CLUSTER ? 'policies of the cluster' : plural(pods, 'pod')}
        {lists.length > 0 && `, ${plural(lists.length, 'object')}`}
        {owners > 0 && ', own egress'}
        {idle > 0 && <Badge tone="shadowed">{idle} ineffective</Badge>}
      </small>
    </>
  );
}

interface NamespaceProps {
  readonly state: PageState;
  readonly namespace: NamespaceData;
}

function Namespace({ state, namespace }: NamespaceProps): JSX.Element {
  const { name, pods, egress, lists } = namespace;
  const findings = state.snapshot.value.findings.filter((finding) => name !== CLUSTER && finding.namespace === name);
  return (
    <>
      <div class="title">
        <h1>{titleOf(name)}</h1>
        {name !== CLUSTER && <p>{plural(pods, 'pod')}</p>}
        {egress.length > 0 && (
          <a class="button" href={linkTo('packets', name)}>
            Trace a packet from here
          </a>
        )}
      </div>
      {egress.length > 0 && <Egress namespace={namespace} />}
      {lists.length === 0 && <Nothing>No resource filters or marks its packets.</Nothing>}
      {lists.map((list) => (
        <Rules list={list} />
      ))}
      {findings.length > 0 && <h2>Findings</h2>}
      {findings.map((finding) => (
        <Finding finding={finding} />
      ))}
    </>
  );
}

function Egress({ namespace: { egress } }: { readonly namespace: NamespaceData }): JSX.Element {
  return (
    <section class="card">
      <h3>Egress of its pods</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Pods</th>
            <th scope="col">Source address</th>
            <th scope="col">Node</th>
            <th scope="col">Next hop</th>
            <th scope="col">Resource</th>
          </tr>
        </thead>
        <tbody>
          {egress.map(({ pods, sources, nodes, nextHops, owners, unknown }) => (
            <tr>
              <td>
                <Names names={pods} most={3} />
              </td>
              <td>
                <code>{sources.join(', ') || 'unknown'}</code>
              </td>
              <td>{nodes.join(', ') || 'unknown'}</td>
              <td title={unknown.join(', ')}>
                <code>{nextHops.join(', ') || 'unknown'}</code>
              </td>
              <td>
                {owners.length > 0 ? (
                  owners.map((owner) => <Badge tone="owner">{owner}</Badge>)
                ) : (
                  <small>its node</small>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
