import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { plural } from '../../std/plural.js';
import type { AddressData, LossData, NetworkData } from '../data.js';
import { At, Badge, Names, Nothing } from './parts.js';
import { type PageState, search } from './state.js';
import { VirtualList } from './virtual-list.js';

/** Shows the owners of addresses, the free addresses, and the impact of losing a node. */
export function AddressesView({ state }: { readonly state: PageState }): JSX.Element {
  const { addresses, networks, losses, nodes } = state.snapshot.value;
  const query = state.query.value;
  const [onlyEgress, setOnlyEgress] = useState(addresses.some(({ isEgress }) => isEgress));
  const all = useMemo(() => addresses.map((address) => ({ address, text: textOf(address) })), [addresses]);
  const found = useMemo(
    () =>
      search(all, query, ({ text }) => text)
        .map(({ address }) => address)
        .filter(({ isEgress }) => isEgress || !onlyEgress),
    [all, query, onlyEgress],
  );
  return (
    <>
      <div class="title">
        <h1>Addresses</h1>
        <p role="status">{plural(found.length, 'address', 'addresses')}</p>
        <label class="toggle">
          <input
            type="checkbox"
            checked={onlyEgress}
            onChange={(event) => {
              setOnlyEgress(event.currentTarget.checked);
            }}
          />{' '}
          only egress addresses
        </label>
      </div>
      {found.length === 0 ? (
        <Nothing>No address matches.</Nothing>
      ) : (
        <VirtualList
          items={found}
          label="Addresses and who has them"
          keyOf={({ address }) => address}
          estimate={44}
          render={(address) => <Row data={address} />}
        />
      )}
      <div class="columns">
        <Networks networks={networks} />
        <Losses losses={losses} hasNodes={nodes.length > 0} />
      </div>
    </>
  );
}

function textOf({ address, node = '', holders }: AddressData): string {
  return [address, node, ...holders.map(({ name, words }) => `${name} ${words}`)].join(' ');
}

function Row({ data: { address, node, isEgress, holders } }: { readonly data: AddressData }): JSX.Element {
  return (
    <div class="address">
      <code>{address}</code>
      <span>
        {node !== undefined ? (
          <Badge tone="owner">{node}</Badge>
        ) : isEgress ? (
          <Badge tone="rejected">no node</Badge>
        ) : null}
      </span>
      <ul>
        {holders.map(({ name, words, place }) => (
          <li>
            {words} {!words.includes(name) && <small>{name}</small>} <At place={place} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Networks({ networks }: { readonly networks: readonly NetworkData[] }): JSX.Element {
  return (
    <section class="card">
      <h3>Free addresses in the networks of the nodes</h3>
      {networks.length === 0 && <Nothing>The inventory has no network of a node.</Nothing>}
      <table>
        <tbody>
          {networks.map(({ network, nodes, free, lowest }) => (
            <tr>
              <th scope="row">
                <code>{network}</code>
                <small>
                  <Names names={nodes} most={3} />
                </small>
              </th>
              <td>
                {free} free{lowest.length > 0 && <small>the lowest: {lowest.join(', ')}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const MAX_STRANDED = 20;

interface LossesProps {
  readonly losses: readonly LossData[];
  readonly hasNodes: boolean;
}

function Losses({ losses, hasNodes }: LossesProps): JSX.Element {
  return (
    <section class="card">
      <h3>Impact of losing a node</h3>
      {!hasNodes && <Nothing>The inventory has no nodes.</Nothing>}
      {hasNodes && losses.length === 0 && (
        <Nothing>No node has an egress address or is the host of an EgressService.</Nothing>
      )}
      <table>
        <tbody>
          {losses.map(({ node, has, stranded }) => (
            <tr>
              <th scope="row">
                {node}
                <small>{has.join(', ')}</small>
              </th>
              <td>
                {stranded.length === 0 ? (
                  <Badge tone="decides">all find another node</Badge>
                ) : (
                  <Badge tone="rejected">{stranded.length} would have no node</Badge>
                )}
                {stranded.slice(0, MAX_STRANDED).map(({ name, reason }) => (
                  <small>
                    {name}: {reason}
                  </small>
                ))}
                {stranded.length > MAX_STRANDED && <small>and {stranded.length - MAX_STRANDED} more</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
