import type { Artefact } from '../../../model/artefact.js';
import type { Configuration } from '../../../model/configuration.js';
import { toChunks } from '../../../std/byte-writer.js';
import type { HostArtefacts } from '../host/host.js';
import { batchOf } from './batch.js';
import { hostRoutesOf } from './host-routes.js';

/**
 * Writes `nodes/<node>/routes.json`, and the same as input of `ip -batch`: `routes.batch` for IPv4, `routes6.batch` for
 * IPv6. Writes no files for a host that only translates.
 */
export function emitRoutes(host: HostArtefacts, configuration: Configuration): Artefact[] {
  const { node, sources } = host;
  const routes = hostRoutesOf(host, configuration);
  if (routes.addresses.length + routes.routes.length + routes.rules.length === 0) return [];
  const counts = { addresses: routes.addresses.length, routes: routes.routes.length, rules: routes.rules.length };
  const artefact = (file: string, text: string): Artefact => ({
    path: `nodes/${node.name}/${file}`,
    content: toChunks(text),
    sources,
    counts,
  });
  const batch = batchOf(routes, 'IPv4');
  const batch6 = batchOf(routes, 'IPv6');
  return [
    ...(batch === undefined ? [] : [artefact('routes.batch', batch)]),
    artefact('routes.json', `${JSON.stringify(routes, null, 2)}\n`),
    ...(batch6 === undefined ? [] : [artefact('routes6.batch', batch6)]),
  ];
}
