import { rangeOfPrefix, wholeFamily } from '../../traffic/filters/address-range.js';
import { NO_RULE, type SweepRule, classify } from '../../traffic/filters/classify.js';
import { ALL_TRANSPORT } from '../../traffic/filters/transport-range.js';
import type { MarkIntent } from '../../model/intent/mark.js';
import type { Both, Side } from '../../traffic/side.js';
import type { MarkChange, MarkChanges } from '../../traffic/change.js';
import { describeMark } from '../../traffic/describe.js';
import { sharedFamilies } from './families.js';
import { classifyPodsToCome } from './marks-to-come.js';
import { findDecider, samplePacket } from '../../traffic/sample.js';
import { classifySources } from '../../traffic/source.js';

/**
 * Returns the changed DSCP values for packets of the pods that both sides have in a namespace, and of placeholder pods.
 */
export function compareMarks(namespace: string, marks: Both<readonly MarkIntent[]>, sides: Both<Side>): MarkChanges[] {
  const clusters = { before: sides.before.cluster, after: sides.after.cluster };
  const classes = classifySources(namespace, marks, clusters);
  return [...classes, ...classifyPodsToCome(namespace, marks, classes)].flatMap(({ pods = [], before, after }) => {
    const changes = sharedFamilies(sides).flatMap((family) => {
      const lists = { before: toRules(before), after: toRules(after) };
      return classify([lists.before, lists.after], family, ([left = NO_RULE, right = NO_RULE]) => {
        const [old, now] = [before[left]?.dscp, after[right]?.dscp];
        return old === now ? undefined : `${old ?? ''}>${now ?? ''}`;
      }).map(({ addresses, transport }): MarkChange => {
        const packets = { addresses, transport, names: [] };
        const sample = samplePacket(packets, []);
        const old = sample && before[findDecider(lists.before, sample)];
        const now = sample && after[findDecider(lists.after, sample)];
        return {
          ...packets,
          ...(sample ? { sample } : {}),
          ...(old ? { before: old.dscp } : {}),
          ...(now ? { after: now.dscp } : {}),
          deciders: { ...(old ? { before: describeMark(old) } : {}), ...(now ? { after: describeMark(now) } : {}) },
        };
      });
    });
    return changes.length > 0 ? [{ source: { namespace, pods }, marks: changes }] : [];
  });
}

function toRules(marks: readonly MarkIntent[]): SweepRule<number>[] {
  return marks.map(({ destination, dscp }) => ({
    addresses: rangesOf(destination),
    transport: ALL_TRANSPORT,
    value: dscp,
  }));
}

function rangesOf(destination: MarkIntent['destination']): SweepRule<number>['addresses'] {
  if (destination === undefined) return [wholeFamily('IPv4'), wholeFamily('IPv6')];
  return destination === 'none' ? [] : [rangeOfPrefix(destination.prefix)];
}
