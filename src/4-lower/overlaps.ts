import type { Reporter } from '../model/diagnostic.js';
import type { Cause, Intent } from '../model/intent.js';
import { messages } from './messages.js';

/**
 * Reports pods that one resource reroutes to egress points and another through a host: the host wins (OVN-Kubernetes v1.3:
 * priority 101 before 100). Once for each pair of resources.
 */
export function reportOverlaps(intents: readonly Intent[], report: Reporter): void {
  const hosts = new Map<string, Cause>();
  for (const intent of intents) {
    if (intent.effect !== 'reroute-through-host') continue;
    for (const { address } of intent.sources) hosts.set(address, intent.cause);
  }
  if (hosts.size === 0) return;
  for (const intent of intents) {
    if (intent.effect !== 'reroute') continue;
    const shared = new Map<Cause, string[]>();
    for (const { namespace, name, addresses } of intent.pods) {
      const winner = addresses.map((address) => hosts.get(address)).find((found) => found !== undefined);
      if (!winner) continue;
      const known = shared.get(winner);
      if (known) known.push(`${namespace}/${name}`);
      else shared.set(winner, [`${namespace}/${name}`]);
    }
    for (const [winner, names] of shared) reportOverlap(winner, intent.cause, names, report);
  }
}

function reportOverlap(winner: Cause, loser: Cause, pods: readonly string[], report: Reporter): void {
  const { kind, namespace, name } = winner;
  report({
    ...messages.winsOverEgressIP(pods, loser.name, `${namespace}/${name}`),
    target: { origin: winner.origin, pointer: '/metadata/name' },
    resource: { kind, namespace, name },
    related: [
      {
        message: `${loser.kind} ${loser.name} selects ${pods.length === 1 ? 'it' : 'them'} here`,
        target: { origin: loser.origin, pointer: loser.pointer },
      },
    ],
  });
}
