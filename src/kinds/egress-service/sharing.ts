import type { HostSource } from '../../model/intent/host.js';
import type { PlacedService } from './placement.js';
import { hasTable } from './parse.js';

/** An EgressService with its host and the endpoints that it serves. */
export interface SharedService {
  readonly placed: PlacedService;
  /** Endpoints in the pod network that no service before it serves in the same way. */
  readonly sources: readonly HostSource[];
  /** Service that serves them instead → addresses. */
  readonly lost: ReadonlyMap<PlacedService, readonly string[]>;
  /** For a service on every node: service that sends its traffic through its own host instead → addresses. */
  readonly steered: ReadonlyMap<PlacedService, readonly string[]>;
}

type Owners = ReadonlyMap<string, PlacedService>;

/**
 * Shares the endpoints out. Of services with a host the first by name serves an address, and of those of every node the
 * first: two policies or two ip rules on it would be a lottery. The two ways do not exclude each other. `placed` is in
 * byte order of the keys.
 */
export function shareEndpoints(placed: readonly PlacedService[]): SharedService[] {
  const ofHosts = findOwners(placed.filter(({ host }) => host.type === 'node'));
  const ofEveryNode = findOwners(placed.filter(({ host, parsed }) => host.type === 'every-node' && hasTable(parsed)));
  return placed.map((one): SharedService => {
    const { host, parsed } = one;
    if (host.type === 'none' || (host.type === 'every-node' && !hasTable(parsed))) {
      return { placed: one, sources: [], lost: new Map(), steered: new Map() };
    }
    const owners = host.type === 'node' ? ofHosts : ofEveryNode;
    const sources = parsed.sources.filter(({ address }) => owners.get(address.text) === one);
    const past =
      host.type === 'node' ? [] : sources.filter((source) => passes(source, ofHosts.get(source.address.text)));
    const steered = groupByOwner(past, ofHosts, one);
    return { placed: one, sources, lost: groupByOwner(parsed.sources, owners, one), steered };
  });
}

/** Address → the first of the services that has it. */
function findOwners(placed: readonly PlacedService[]): Owners {
  const owners = new Map<string, PlacedService>();
  for (const one of placed) {
    for (const { address } of one.parsed.sources) if (!owners.has(address.text)) owners.set(address.text, one);
  }
  return owners;
}

/** Returns true if the traffic of a source leaves through a host that has no rule for it, or one for another table. */
function passes({ nodeName }: HostSource, owner: PlacedService | undefined): boolean {
  if (owner?.host.type !== 'node') return false;
  return hasTable(owner.parsed) || (nodeName !== '' && nodeName !== owner.host.node.name);
}

/** Returns the addresses of sources that others own, by the owners, each once. */
function groupByOwner(
  sources: readonly HostSource[],
  owners: Owners,
  self: PlacedService,
): Map<PlacedService, string[]> {
  const groups = new Map<PlacedService, string[]>();
  for (const address of new Set(sources.map((source) => source.address.text))) {
    const owner = owners.get(address);
    if (!owner || owner === self) continue;
    const known = groups.get(owner);
    if (known) known.push(address);
    else groups.set(owner, [address]);
  }
  return groups;
}
