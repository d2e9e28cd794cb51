import type { Intent } from '../../model/intent.js';
import { causeOf } from '../cause.js';
import type { KindContext } from '../kind.js';
import type { ResolvedQoS } from './resolve.js';
import type { JsonObject } from '../../std/json.js';
import { memoize } from '../../std/memoize.js';

const APPLIED = 'EgressQoS Rules applied';
const NOT_APPLIED = 'EgressQoS Rules not correctly applied';

/**
 * Returns the marks of each valid EgressQoS, and the status of every EgressQoS if controllers of the release write one.
 */
export function lowerQoS(objects: readonly ResolvedQoS[], { cluster, configuration }: KindContext): Intent[] {
  const { writesStatus } = configuration.release.egressQoS;
  const statusOf = memoize(createStatus([...cluster.zones.keys()]));
  const intents: Intent[] = [];
  for (const object of objects) {
    for (const mark of object.marks) intents.push(mark);
    const status = writesStatus ? statusOf(object.error) : undefined;
    if (status) intents.push({ effect: 'status', subresource: 'status', status, cause: causeOf(object.manifest, '') });
  }
  return intents;
}

/**
 * Makes the status of the objects with an error, or without one: one condition a zone, and their summary. Times are the
 * applier's to write: compiling knows no clock. Undefined if there is no zone.
 */
function createStatus(zones: readonly string[]): (error: string | undefined) => JsonObject | undefined {
  return (error) => {
    if (zones.length === 0) return undefined;
    const conditions = zones.map((zone): JsonObject => ({
      type: `Ready-In-Zone-${zone}`,
      status: error === undefined ? 'True' : 'False',
      reason: error === undefined ? 'SetupSucceeded' : 'SetupFailed',
      message: error === undefined ? APPLIED : `${NOT_APPLIED}: ${error}`,
    }));
    return { conditions, status: error === undefined ? APPLIED : NOT_APPLIED };
  };
}
