import { type ReportAt, createReportAt } from '../../model/report-at.js';
import type { Cluster } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Intent } from '../../model/intent.js';
import { groupBy } from '../../std/group-by.js';
import { listNames } from '../../std/list-text.js';
import { type LostReplies, findLostReplies } from '../../traffic/lost-replies.js';
import { messages } from './messages.js';

/**
 * Warns if outside clients get no replies from endpoints of a Service, once for each EgressService that reroutes them.
 */
export function reportLostReplies(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  report: Reporter,
): void {
  const lost = findLostReplies({ intents, cluster, configuration });
  for (const ofService of groupBy(lost, ({ service }) => service).values()) {
    for (const [{ cause }, group] of groupBy(ofService, ({ reroute }) => reroute)) {
      reportGroup(group, createReportAt(cause, report));
    }
  }
}

function reportGroup(group: readonly LostReplies[], reportAt: ReportAt): void {
  const [first] = group;
  if (!first) return;
  const { service, reroute } = first;
  const { namespace, name, manifest } = service;
  const textOf = (values: readonly string[]): string => listNames([...new Set(values)]);
  const endpoints = textOf(group.map(({ endpoint }) => endpoint.text));
  const protocols = textOf(group.map(({ protocol }) => protocol));
  const location = { origin: manifest.origin, pointer: '/spec/externalTrafficPolicy' };
  reportAt(
    messages.repliesThroughHost(`${namespace}/${name}`, protocols, endpoints, reroute.host.name),
    '/metadata/name',
    [{ message: 'the Service keeps the source addresses of its clients here', location }],
  );
}
