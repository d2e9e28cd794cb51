import { type JsonObject, asList, asObject } from '../../../std/json.js';
import { type Alter, mapObjects, withObject, withoutEndpoints } from './alter.js';

/** Makes a node not ready, and removes its pods and endpoints. */
export function takeDown(node: string): Alter {
  return (found) =>
    mapObjects(found, (one) => {
      const { kind, name, object } = one;
      if (kind === 'Node' && name === node)
        return withObject(one, { ...object, status: notReady(asObject(object.status)) });
      if (kind === 'Pod') return asObject(object.spec)?.nodeName === node ? undefined : one;
      return withoutEndpoints(one, ({ nodeName }) => nodeName === node);
    });
}

function notReady(status: JsonObject = {}): JsonObject {
  const others = asList(status.conditions).filter((one) => asObject(one)?.type !== 'Ready');
  return { ...status, conditions: [...others, { type: 'Ready', status: 'Unknown' }] };
}
