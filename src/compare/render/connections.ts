import { portRangesOf, formatTransport } from '../../traffic/filters/transport-range.js';
import type { Pod } from '../../model/cluster.js';
import { groupBy } from '../../std/group-by.js';
import { memoizeWeak } from '../../std/memoize.js';
import type { Family } from '../../net/address.js';
import type { ConnectionChange } from '../../traffic/change.js';
import { hasPort } from '../../traffic/sample.js';
import { describeDestination, listPrefixes } from './destination.js';
import { MAX_RANGES, type FlowWording, countDistinctPods, describeFlowRule, nameOfPod } from './flows.js';
import type { ConnectionGroup, Example, SourceText } from './report.js';

/** Returns connections to pods as text, in the order of their first pods. */
export function describeConnections(changes: readonly ConnectionChange[], wording: FlowWording): ConnectionGroup[] {
  return changes.map((change): ConnectionGroup => {
    const { from, to, except = [], addresses, transport, family, missing } = change;
    const packets = { addresses, transport, names: [] };
    const { configuration } = wording.sides.after;
    return {
      change: change.change,
      ...(missing ? { missing } : {}),
      from: from ? describePods(from) : [],
      ...(from
        ? {}
        : {
            outside: {
              text: describeDestination(packets, configuration, MAX_RANGES),
              prefixes: listPrefixes(addresses),
            },
          }),
      to: describePods(to),
      ...(except.length > 0
        ? { except: except.map((pair) => ({ from: describePods(pair.from), to: describePods(pair.to) })) }
        : {}),
      transport: `${formatTransport(transport)}${family === undefined ? '' : ` over ${family}`}`,
      ...(family === undefined ? {} : { family }),
      ports: portRangesOf(transport),
      ...describeExample(change, wording),
    };
  });
}

/** Pods by their namespaces, in byte order. Many changes share one list of pods. */
const describePods = memoizeWeak((pods: readonly Pod[]): readonly SourceText[] => {
  const byNamespace = groupBy(pods, ({ namespace }) => namespace);
  return [...byNamespace.keys()].sort().map((namespace) => {
    const own = byNamespace.get(namespace) ?? [];
    return { namespace, pods: own.map(({ name }) => name).sort(), count: countDistinctPods(own) };
  });
});

function describeExample(
  { change, to, ends, sample, deciders, family }: ConnectionChange,
  wording: FlowWording,
): { readonly example?: Example } {
  const target = ends?.to ?? to[0];
  if (!sample || !target) return {};
  const [old, now] = change === 'opened' ? ['dropped', 'passes'] : ['passes', 'dropped'];
  const ruleOf = (side: 'before' | 'after') => {
    const decider = deciders[side];
    return decider ? { rule: describeFlowRule(decider, side, wording) } : {};
  };
  return {
    example: {
      pod: ends ? nameOf(ends.from, family) : (sample.address ?? ''),
      destination: nameOf(target, family),
      protocol: sample.protocol,
      ...(hasPort(sample) ? { port: sample.port } : {}),
      before: { result: old, ...ruleOf('before') },
      after: { result: now, ...ruleOf('after') },
    },
  };
}

function nameOf(pod: Pod, family?: Family): string {
  const address = pod.addresses.find((one) => family === undefined || one.family === family);
  return `${nameOfPod(pod)}${address === undefined ? '' : ` (${address.text})`}`;
}
