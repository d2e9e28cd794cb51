import { compareText } from '../../std/compare-text.js';
import type { RedirectIntent } from '../../model/intent/redirect.js';
import { type CanonicalAddress, type Family, FAMILIES } from '../../net/address.js';
import type { Both } from '../../traffic/side.js';
import type { ExitChange, PortChange, RedirectionChange } from '../../traffic/change.js';
import {
  type RouterTable,
  describeInterface,
  describeSources,
  describeTarget,
  readRouter,
  sourceTo,
} from '../../traffic/router-table.js';

type Routers = { readonly [Side in keyof Both<unknown>]: RedirectIntent | undefined };
type Tables = Both<RouterTable>;
/** Ports for an example of the fallback, in order of preference, if no redirection names them. */
const USUAL_PORTS = [443, 80, 8443, 8080];

/**
 * Returns the routers with changed redirections or source addresses, in byte order. Only the recipient of a packet
 * counts: a redirection to the destination of the fallback is no change.
 */
export function compareRedirections({ before, after }: Both<readonly RedirectIntent[]>): RedirectionChange[] {
  const [left, right] = [byRouter(before), byRouter(after)];
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((router): RedirectionChange[] => {
    const routers = { before: left.get(router), after: right.get(router) };
    const families = FAMILIES.map((family) => {
      const tables = { before: readRouter(routers.before, family), after: readRouter(routers.after, family) };
      return { tables, ports: comparePorts(family, tables), exits: compareSources(tables) };
    });
    const ports = families.flatMap((one) => one.ports);
    const exits = [...families.flatMap((one) => one.exits), ...compareInterfaces(routers)];
    if (ports.length + exits.length === 0) return [];
    const shown = families.find((one) => one.ports.length + one.exits.length > 0) ?? families.find(passesOn);
    const example = shown && exampleOf(shown.tables, shown.ports[0]);
    return [{ router, ports, exits, ...(example ? { example } : {}) }];
  });
}

function byRouter(intents: readonly RedirectIntent[]): Map<string, RedirectIntent> {
  return new Map(intents.map((intent) => [`${intent.cause.namespace}/${intent.cause.name}`, intent]));
}

function comparePorts(family: Family, { before, after }: Tables): PortChange[] {
  const places = [...new Map([...before.places, ...after.places]).values()].sort(
    (a, b) => compareText(a.protocol, b.protocol) || a.port - b.port,
  );
  const named = places.flatMap(({ protocol, port }) =>
    changeOf({ family, protocol, port }, describeTarget(before, protocol, port), describeTarget(after, protocol, port)),
  );
  const samePort = (address: CanonicalAddress | undefined) => address && `${address.text}, the same port`;
  return [...named, ...changeOf({ family }, samePort(before.fallback), samePort(after.fallback))];
}

function changeOf<T>(
  what: T,
  before: string | undefined,
  after: string | undefined,
): (T & { readonly before?: string; readonly after?: string })[] {
  if (before === after) return [];
  return [{ ...what, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
}

/** Skips addresses through which no traffic is redirected, because they are not a source of any packet. */
function compareSources({ before, after }: Tables): ExitChange[] {
  return changeOf({ what: 'source address' as const }, describeSources(before), describeSources(after));
}

function compareInterfaces({ before, after }: Routers): ExitChange[] {
  const describe = (router: RedirectIntent | undefined): string | undefined => router && describeInterface(router);
  // A router that is added or removed includes its interface. The redirections report it already.
  return before && after ? changeOf({ what: 'interface' as const }, describe(before), describe(after)) : [];
}

function passesOn({ tables: { before, after } }: { readonly tables: Tables }): boolean {
  return [before, after].some((table) => describeSources(table) !== undefined);
}

function exampleOf(tables: Tables, change: PortChange | undefined): RedirectionChange['example'] {
  const [known] = [...tables.after.places.values(), ...tables.before.places.values()];
  const isFallback = change ? change.port === undefined : known === undefined;
  const place = isFallback ? otherPort(tables) : { ...known, ...change };
  const { protocol = 'TCP', port } = place;
  if (port === undefined) return undefined;
  const describe = (table: RouterTable): string => {
    const target = describeTarget(table, protocol, port);
    const address = table.places.get(`${protocol} ${port}`)?.address ?? table.fallback;
    return target === undefined || !address ? 'refused' : `to ${target} ${sourceTo(table, address)}`;
  };
  const [before, after] = [describe(tables.before), describe(tables.after)];
  return before === after ? undefined : { packet: `${protocol} port ${port} of the router`, before, after };
}

/** Returns a TCP port that no redirection names. The port is unset if all are named. */
function otherPort({ before, after }: Tables): { readonly protocol: 'TCP'; readonly port?: number } {
  const isFree = (port: number): boolean => ![before, after].some(({ places }) => places.has(`TCP ${port}`));
  let port = USUAL_PORTS.find(isFree) ?? 1;
  while (port < 65_536 && !isFree(port)) port++;
  return { protocol: 'TCP', ...(port < 65_536 ? { port } : {}) };
}
