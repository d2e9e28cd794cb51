import type { JSX } from 'preact';
import type { ChangesData } from '../data.js';
import { Part, type Props, wordsOf } from './changes-parts.js';

/** Shows the changes of egress paths: nodes and hosts, addresses, redirections. */
export function Leaving({ changes: { moves, egress, given, redirections } }: Props): JSX.Element {
  return (
    <>
      <Part title="Moved addresses and hosts" count={moves.length}>
        <table>
          <tbody>
            {moves.map(({ kind, name, address, from, to, why }) => (
              <tr>
                <th scope="row">
                  {kind} {name}
                </th>
                <td>
                  <code>{address ?? ''}</code>
                </td>
                <td>
                  {from ?? 'nowhere'} → <b>{to ?? 'nowhere'}</b>
                </td>
                <td>
                  <small>{why}</small>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
      <Part title="Pods with a changed egress path" count={egress.length}>
        <table>
          <thead>
            <tr>
              <th scope="col">Pods</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {egress.map(({ sources, before, after }) => (
              <tr>
                <td>{wordsOf(sources)}</td>
                <td>
                  <EgressText egress={before} />
                </td>
                <td>
                  <EgressText egress={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
      <Part title="New source addresses of namespaces" count={given.length}>
        <ul class="flows">
          {given.map(({ address, owner, names }) => (
            <li>
              <b>{owner}</b> <code>{address}</code>
              <small> {names}</small>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Redirections" count={redirections.length}>
        <ul class="flows">
          {redirections.map(({ router, example }) => (
            <li>
              <b>EgressRouter {router}</b>
              {example && (
                <small>
                  {' '}
                  {example.packet}: {example.before} → {example.after}
                </small>
              )}
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}

function EgressText({
  egress: { sources, hops, owners },
}: {
  readonly egress: ChangesData['egress'][number]['before'];
}): JSX.Element {
  return (
    <>
      <code>{sources.join(', ') || "the node's address"}</code> by {hops.join(', ') || "the pod's node"}
      {owners.length > 0 && <small>{owners.join(', ')}</small>}
    </>
  );
}
