import type { NodeInterface } from '../../model/cluster.js';
import type { ReportAt } from '../../model/report-at.js';
import { parseAddress } from '../../net/address.js';
import { isInterfaceName } from '../../net/interface-name.js';
import { parseCIDR } from '../../net/prefix.js';
import { escapePointer } from '../../yaml/locate.js';
import { messages } from './messages.js';

/** `nodes` of weir.yaml, once the schema has taken it. */
export type WrittenNodes = Readonly<
  Record<string, { readonly interfaces?: Readonly<Record<string, Omit<Partial<NodeInterface>, 'name'>>> }>
>;

/** The interfaces of each node, in byte order of their names; reports what is not a name, an address or a network. */
export function parseNodes(written: WrittenNodes, reportAt: ReportAt): ReadonlyMap<string, readonly NodeInterface[]> {
  const sorted = Object.entries(written).sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(
    sorted.map(([node, { interfaces = {} }]) => {
      const pointer = `/nodes/${escapePointer(node)}/interfaces`;
      const parsed = Object.entries(interfaces).map(
        ([name, { index = 0, addresses = [], routes = [] }]): NodeInterface => {
          const own = { name, index, addresses, routes };
          checkInterface(own, (finding, inside) => {
            reportAt(finding, `${pointer}/${escapePointer(name)}${inside}`);
          });
          return own;
        },
      );
      return [node, parsed.sort((a, b) => (a.name < b.name ? -1 : 1))];
    }),
  );
}

function checkInterface({ name, addresses, routes }: NodeInterface, reportAt: ReportAt): void {
  if (!isInterfaceName(name)) reportAt(messages.badInterface(name), '');
  for (const [index, text] of addresses.entries()) {
    if (!parseCIDR(text)) reportAt(messages.badInterfaceAddress(text), `/addresses/${index}`);
  }
  for (const [index, { destination, via }] of routes.entries()) {
    if (destination !== 'default' && !parseCIDR(destination)) {
      reportAt(messages.badSubnet(destination), `/routes/${index}/destination`);
    }
    if (via !== undefined && !parseAddress(via)) reportAt(messages.badNextHop(via), `/routes/${index}/via`);
  }
}
