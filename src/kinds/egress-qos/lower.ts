import type { Intent } from '../../model/intent.js';
import type { MarkIntent } from '../../model/intent/mark.js';
import { causeOf } from '../cause.js';
import type { KindContext } from '../kind.js';
import type { ResolvedQoS } from './resolve.js';
import type { JsonObject } from '../../std/json.js';

const APPLIED = 'EgressQoS Rules applied';
const NOT_APPLIED = 'EgressQoS Rules not correctly applied';

/** A mark for each rule of each EgressQoS that holds, and the status of every EgressQoS. */
export function lowerQoS(objects: readonly ResolvedQoS[], { cluster }: KindContext): Intent[] {
  const zones = [...cluster.zones.keys()];
  return objects.flatMap((object) => [...marksOf(object), ...statusOf(object, zones)]);
}

function marksOf({ manifest, rules }: ResolvedQoS): MarkIntent[] {
  return rules.map(({ index, dscp, destination, podSelector, pods }) => ({
    effect: 'mark',
    source: { namespace: manifest.namespace, ...(podSelector ? { podSelector } : {}), pods },
    order: index,
    dscp,
    ...(destination ? { destination } : {}),
    cause: causeOf(manifest, `/spec/egress/${index}`),
  }));
}

/** One condition a zone, and their summary. Times are the applier's to write: compiling knows no clock. */
function statusOf({ manifest, error }: ResolvedQoS, zones: readonly string[]): Intent[] {
  if (zones.length === 0) return [];
  const conditions = zones.map((zone): JsonObject => ({
    type: `Ready-In-Zone-${zone}`,
    status: error === undefined ? 'True' : 'False',
    reason: error === undefined ? 'SetupSucceeded' : 'SetupFailed',
    message: error === undefined ? APPLIED : `${NOT_APPLIED}: ${error}`,
  }));
  const status = { conditions, status: error === undefined ? APPLIED : NOT_APPLIED };
  return [{ effect: 'status', subresource: 'status', status, cause: causeOf(manifest, '') }];
}
