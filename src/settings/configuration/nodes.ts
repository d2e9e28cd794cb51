import type { NodeInterface } from '../../model/cluster.js';
import type { ReportAt } from '../../model/report-at.js';
import { parseAddress } from '../../net/address.js';
import { isInterfaceName } from '../../net/interface-name.js';
import { parsePrefix, readInterfaceAddress } from '../../net/prefix.js';
import { escapePointer } from '../../yaml/locate.js';
import { messages } from './messages.js';

/** `nodes` of weir.yaml, valid by the schema. */
export type WrittenNodes = Readonly<
  Record<string, { readonly interfaces?: Readonly<Record<string, WrittenInterface>> }>
>;

interface WrittenInterface {
  readonly index?: number;
  readonly addresses?: readonly string[];
  readonly routes?: readonly { readonly destination: string; readonly via?: string }[];
}

/** Returns the interfaces of each node, in byte order of their names. Reports invalid names, addresses and networks. */
export function parseNodes(written: WrittenNodes, reportAt: ReportAt): ReadonlyMap<string, readonly NodeInterface[]> {
  const sorted = Object.entries(written).sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(
    sorted.map(([node, { interfaces = {} }]) => {
      const pointer = `/nodes/${escapePointer(node)}/interfaces`;
      const parsed = Object.entries(interfaces).map(([name, own]) =>
        parseInterface(name, own, (finding, inside) => {
          reportAt(finding, `${pointer}/${escapePointer(name)}${inside}`);
        }),
      );
      return [node, parsed.sort((a, b) => (a.name < b.name ? -1 : 1))];
    }),
  );
}

function parseInterface(
  name: string,
  { index = 0, addresses = [], routes = [] }: WrittenInterface,
  reportAt: ReportAt,
): NodeInterface {
  if (!isInterfaceName(name)) reportAt(messages.badInterface(name), '');
  return {
    name,
    index,
    addresses: addresses.flatMap((text, at) => {
      const address = readInterfaceAddress(text);
      if (!address) reportAt(messages.badInterfaceAddress(text), `/addresses/${at}`);
      return address ?? [];
    }),
    routes: routes.flatMap((route, at) =>
      parseRoute(route, (finding, inside) => {
        reportAt(finding, `/routes/${at}${inside}`);
      }),
    ),
  };
}

function parseRoute(
  { destination: written, via: writtenVia }: NonNullable<WrittenInterface['routes']>[number],
  reportAt: ReportAt,
): NodeInterface['routes'] {
  const destination = written === 'default' ? written : parsePrefix(written);
  const via = writtenVia === undefined ? undefined : parseAddress(writtenVia);
  if (!destination) reportAt(messages.badSubnet(written), '/destination');
  if (writtenVia !== undefined && !via) reportAt(messages.badNextHop(writtenVia), '/via');
  return destination ? [{ destination, ...(via ? { via } : {}) }] : [];
}
