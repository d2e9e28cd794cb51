import type { Intent } from '../../model/intent.js';
import type { Json, JsonObject, Manifest } from '../../model/manifest.js';
import { causeOf } from '../cause.js';
import type { KindContext } from '../kind.js';
import type { ResolvedAssignment } from './resolve.js';

interface CloudStatus {
  readonly node: string;
  readonly isAssigned: boolean;
  readonly message: string;
}

/**
 * The status of each object once the cloud network controller has done its work (OpenShift 4.15): one condition
 * `Assigned`. Times and generations are the applier's to write: compiling knows neither.
 */
export function lowerAssignments(
  resolved: readonly ResolvedAssignment[],
  { configuration, observed }: KindContext,
): Intent[] {
  const live = new Map(
    observed.filter(({ kind }) => kind === 'CloudPrivateIPConfig').map((manifest) => [manifest.name, manifest]),
  );
  return resolved
    .filter(({ outcome }) => outcome !== 'unread')
    .map((assignment) => {
      const { manifest } = assignment;
      const before = readStatus(live.get(manifest.name) ?? manifest);
      const { node, isAssigned, message } = expectedStatus(assignment, before, configuration.platform === 'OpenStack');
      const condition: JsonObject = {
        type: 'Assigned',
        status: isAssigned ? 'True' : 'False',
        reason: isAssigned ? 'CloudResponseSuccess' : 'CloudResponseError',
        message,
      };
      const status = { node, conditions: [condition] };
      return { effect: 'status', subresource: 'status', status, cause: causeOf(manifest, '') };
    });
}

/** `canMove`: OpenStack moves an address in one step; elsewhere it is released first, and nothing tells of that after. */
function expectedStatus(
  { nodeName, problem, outcome }: ResolvedAssignment,
  before: CloudStatus,
  canMove: boolean,
): CloudStatus {
  const isMove = canMove && before.node !== '' && before.node !== nodeName;
  if (!problem) {
    // Nothing happens to an address that is where it shall be.
    if (before.isAssigned && before.node === nodeName) return before;
    return { node: nodeName, isAssigned: true, message: `IP address successfully ${isMove ? 'moved' : 'added'}` };
  }
  const node = isMove ? before.node : nodeName;
  if (outcome === 'no-node') {
    const message = `${isMove ? 'Target node' : 'Node'} "${nodeName}" does not exist`;
    return { node, isAssigned: false, message };
  }
  const request = isMove ? 'move' : 'assignment';
  return { node, isAssigned: false, message: `Error processing cloud ${request} request, err: ${problem.message}` };
}

/** What is known of the object's state; objects found in the inventory have not been validated. */
function readStatus({ object }: Manifest): CloudStatus {
  const status = asObject(object.status);
  const conditions = Array.isArray(status?.conditions) ? status.conditions.map(asObject) : [];
  const assigned = conditions.find((condition) => condition?.type === 'Assigned');
  return {
    node: typeof status?.node === 'string' ? status.node : '',
    isAssigned: assigned?.status === 'True',
    message: typeof assigned?.message === 'string' ? assigned.message : '',
  };
}

function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
