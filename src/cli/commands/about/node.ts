import { compareLocks } from '../../../kinds/locks.js';
import { EMPTY_LOCK } from '../../../settings/lock/parse.js';
import { collectMadeObjects } from '../../../explain/made-objects.js';
import { pathOfName, titleOf } from '../../../model/kubernetes-object.js';
import { formatAddress } from '../../../net/address.js';
import { listNames } from '../../../std/list-text.js';
import { listServiceLoads } from '../whatif/service-loads.js';
import { createLocationText, dataOfConcerns, findConcerns, linesOfConcerns, titledSection } from './concerns.js';
import type { SubjectAnswer } from './answer.js';
import type { InterpretedInput } from './side.js';

/** Explains a node: its pods, endpoints, and the egress addresses and hosts that it has. Returns undefined without it. */
export function explainNode(input: InterpretedInput, name: string): SubjectAnswer | undefined {
  const { side, folder } = input;
  const { cluster, lock, prepared } = side;
  const node = cluster.nodeByName.get(name);
  if (!node) return undefined;
  const pods = cluster.podsByNode.get(name) ?? [];
  const about = findConcerns(input, { pods: new Set(), objects: [{ kind: 'Node', namespace: '', name }] });
  const hosts = compareLocks(EMPTY_LOCK, lock)
    .filter(({ what, to }) => what !== 'mark' && to === name)
    .map(({ kind, name: own, address }) => ({ kind, name: own, ...(address === undefined ? {} : { address }) }));
  const services = listServiceLoads(prepared.found, prepared.found, name).flatMap(({ service, here }) =>
    here > 0 ? [{ service, endpoints: here }] : [],
  );
  const location = { origin: node.manifest.origin, pointer: '/metadata/name' };
  const at = createLocationText([location], folder)(location);
  const addresses = [
    ...new Set([
      ...node.primaryAddresses.map(({ address }) => formatAddress(address)),
      ...(node.hostAddresses ?? []).map(({ text }) => text),
    ]),
  ];
  const made = collectMadeObjects(side).filter((one) => one.kind === 'Node' && one.name === name);
  const written = made.map(
    ({ part, path, causes }) =>
      `${part} in ${path}, from ${listNames(causes.map((cause) => titleOf(cause.kind, cause)))}`,
  );
  return {
    lines: [
      `Node ${name}${at === undefined ? '' : ` (${at})`}: ${node.ready ? 'ready' : 'not ready'}, zone ${node.zone}, addresses ${listNames(addresses) || 'unknown'}`,
      ...titledSection('pods', pods.length === 0 ? ['none'] : [listNames(pods.map(pathOfName), 20)]),
      ...titledSection(
        'endpoints of Services',
        services.map(({ service, endpoints }) => `${service}: ${endpoints}`),
      ),
      ...titledSection(
        'egress addresses and hosts',
        hosts.map(({ kind, name: own, address = '' }) => `${kind} ${own} ${address}`.trimEnd()),
      ),
      ...titledSection('written by Weir', written),
      ...linesOfConcerns(about, folder),
      '',
      `without the node: weir whatif --down ${name}`,
    ],
    data: {
      ...{
        node: name,
        ready: node.ready,
        zone: node.zone,
        addresses,
        pods: pods.map(pathOfName),
        services,
        hosts,
        written,
      },
      ...(at === undefined ? {} : { at }),
      ...dataOfConcerns(about, folder),
    },
  };
}
