import { addressOfCloudName } from '../../cloud/name.js';
import { nodeNameOf, ownerOfCloudObject } from '../../cloud/object.js';
import { isCloud } from '../../cloud/platform.js';
import type { Intent } from '../../model/intent.js';
import type { CloudAddressIntent } from '../../model/intent/cloud-address.js';
import type { StatusIntent } from '../../model/intent/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { causeOf } from '../shared/cause.js';
import type { KindContext } from '../contract/kind-context.js';
import type { ResolvedAssignment } from './resolve.js';
import { type JsonObject, asObject } from '../../std/json.js';

interface CloudStatus {
  readonly node: string;
  readonly isAssigned: boolean;
  readonly message: string;
}

/**
 * Returns the status of each object once the cloud network controller has done its work (OpenShift 4.15): one condition
 * `Assigned`. Times and generations are the applier's to write: compiling knows neither.
 */
export function lowerAssignments(
  resolved: readonly ResolvedAssignment[],
  { configuration, observed }: KindContext,
): Intent[] {
  const live = observed.filter(({ kind }) => kind === 'CloudPrivateIPConfig');
  const liveByName = new Map(live.map((manifest) => [manifest.name, manifest]));
  const canMove = configuration.platform === 'OpenStack';
  const declared = resolved.filter(({ outcome }) => outcome !== 'unread');
  const statuses = declared.map((assignment): StatusIntent => {
    const { manifest } = assignment;
    const before = readStatus(liveByName.get(manifest.name) ?? manifest);
    return statusOf(manifest, expectedStatus(assignment, before, canMove));
  });
  if (!isCloud(configuration.platform)) return statuses;
  return [...statuses, ...declared.flatMap(declarationOf), ...currentOf(declared, liveByName)];
}

function statusOf(manifest: Manifest, { node, isAssigned, message }: CloudStatus): StatusIntent {
  const condition: JsonObject = {
    type: 'Assigned',
    status: isAssigned ? 'True' : 'False',
    reason: isAssigned ? 'CloudResponseSuccess' : 'CloudResponseError',
    message,
  };
  const status = { node, conditions: [condition] };
  return { effect: 'status', subresource: 'status', status, cause: causeOf(manifest, '') };
}

function declarationOf({ manifest, nodeName }: ResolvedAssignment): CloudAddressIntent[] {
  const address = addressOfCloudName(manifest.name);
  const cause = causeOf(manifest, '/spec/node');
  return address
    ? [{ effect: 'cloud-address', address, assignment: { state: 'declared', node: nodeName }, cause }]
    : [];
}

/**
 * Returns the addresses that the cloud has now: from live objects, and from objects of the repository with a status of
 * a cluster.
 */
function currentOf(declared: readonly ResolvedAssignment[], live: ReadonlyMap<string, Manifest>): CloudAddressIntent[] {
  const exported = declared.filter(({ manifest }) => !live.has(manifest.name) && readStatus(manifest).node !== '');
  return [...live.values(), ...exported.map(({ manifest }) => manifest)].flatMap((manifest) => {
    const address = addressOfCloudName(manifest.name);
    const { node: confirmed, isAssigned } = readStatus(manifest);
    const node = isAssigned ? confirmed : nodeNameOf(manifest);
    if (!address || node === '') return [];
    const owner = ownerOfCloudObject(manifest.object);
    const assignment = { state: 'current', node, isAssigned, ...(owner === undefined ? {} : { owner }) } as const;
    return [{ effect: 'cloud-address', address, assignment, cause: causeOf(manifest, '') }];
  });
}

/**
 * Returns the status that the controller will write. `canMove`: OpenStack moves an address in one step. Other clouds
 * release it first, and afterwards the status does not show that.
 */
function expectedStatus(
  { nodeName, problem, outcome }: ResolvedAssignment,
  before: CloudStatus,
  canMove: boolean,
): CloudStatus {
  const isMove = canMove && before.node !== '' && before.node !== nodeName;
  if (!problem) {
    // An address on its desired node needs no operation.
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

/** Returns the known state of the object. Objects of the inventory have not been validated. */
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
