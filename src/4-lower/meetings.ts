import type { Pod } from '../model/cluster.js';
import type { Reporter } from '../model/diagnostic.js';
import type { Cause, Intent } from '../model/intent.js';
import { messages } from './messages.js';

const MOST = 5;

/**
 * Warns where effects of different resources meet on the traffic of a pod and the live controllers do not say what shall
 * become of it: a reroute to egress points and a route to external gateways (OVN-Kubernetes v1.3).
 */
export function reportMeetings(intents: readonly Intent[], report: Reporter): void {
  const reroutes = new Map<Pod, Cause>();
  for (const intent of intents) {
    if (intent.effect !== 'reroute') continue;
    for (const pod of intent.pods) reroutes.set(pod, intent.cause);
  }
  if (reroutes.size === 0) return;
  for (const intent of intents) {
    if (intent.effect !== 'route') continue;
    const { cause } = intent;
    for (const [other, pods] of groupByCause(intent.pods, reroutes)) {
      report({
        ...messages.reroutedBeforeRoute(listPods(pods), titleOf(other), titleOf(cause)),
        target: { origin: cause.origin, pointer: cause.pointer },
        resource: { kind: cause.kind, namespace: cause.namespace, name: cause.name },
        related: [
          {
            message: `${titleOf(other)} selects ${pods.length === 1 ? 'it' : 'them'} here`,
            target: { origin: other.origin, pointer: other.pointer },
          },
        ],
      });
    }
  }
}

function groupByCause(pods: readonly Pod[], causes: ReadonlyMap<Pod, Cause>): Map<Cause, Pod[]> {
  const groups = new Map<Cause, Pod[]>();
  for (const pod of pods) {
    const cause = causes.get(pod);
    if (!cause) continue;
    const group = groups.get(cause);
    if (group) group.push(pod);
    else groups.set(cause, [pod]);
  }
  return groups;
}

function titleOf({ kind, namespace, name }: Cause): string {
  return namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

function listPods(pods: readonly Pod[]): string {
  const shown = pods.slice(0, MOST).map(({ namespace, name }) => `${namespace}/${name}`);
  const more = pods.length > MOST ? ` and ${pods.length - MOST} more` : '';
  return `${pods.length === 1 ? 'pod' : 'pods'} ${shown.join(', ')}${more}`;
}
