import type { V1LeaseSpec } from '@kubernetes/client-node';
import { type Failure, fail } from '../../model/change.js';
import { type ObjectName, pathOfName, textOf } from '../../model/kubernetes-object.js';
import { type JsonObject, asObject } from '../../std/json.js';
import type { Response } from './answer.js';
import type { KubernetesClient } from './client.js';
import type { Resource } from './discovery.js';
import { formatMicroTime } from './micro-time.js';

export const LEASES: Resource = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
  hasStatus: false,
};

/** The fields of a Lease that an election writes. Times are in milliseconds since 1970, of the holder's clock. */
export interface LeaseRecord {
  /** Identity of the holder. '' if the Lease was released. */
  readonly holder: string;
  /** Seconds without a change after which the holder may be replaced. If unset, the Lease has none. */
  readonly seconds: number | undefined;
  readonly acquired: number;
  readonly renewed: number;
  /** Number of changes of the holder. */
  readonly transitions: number;
}

/** A Lease as read. `object` is written back with its other fields and its `resourceVersion`. */
export interface ReadLease {
  readonly record: LeaseRecord;
  readonly object: JsonObject;
}

/** `conflict`: the Lease was created or changed by another client since it was read. */
export type LeaseAnswer =
  { readonly result: 'ok'; readonly lease: ReadLease } | { readonly result: 'missing' | 'conflict' } | Failure;

/** Requests for one Lease. A failure names the verb, so that a missing permission can be granted. */
export interface LeaseClient {
  readonly get: () => Promise<LeaseAnswer>;
  readonly create: (record: LeaseRecord) => Promise<LeaseAnswer>;
  readonly update: (lease: ReadLease, record: LeaseRecord) => Promise<LeaseAnswer>;
}

/** Creates the client of a Lease. */
export function createLeaseClient(client: KubernetesClient, name: ObjectName): LeaseClient {
  const { apiVersion, kind } = LEASES;
  const answered = (verb: string, answer: Response<JsonObject>): LeaseAnswer => {
    if (answer.result === 'ok') return { result: 'ok', lease: readLease(answer.value) };
    if (answer.result === 'missing' || answer.result === 'conflict') return { result: answer.result };
    const what = `cannot ${verb} the Lease ${pathOfName(name)}`;
    if (answer.result === 'expired') return fail(`${what}: HTTP 410`, true);
    return { ...answer, problems: answer.problems.map((problem) => `${what}: ${problem}`) };
  };
  return {
    get: async () => answered('get', await client.get(LEASES, name)),
    create: async (record) => {
      const object = { apiVersion, kind, metadata: { ...name }, spec: specOf(record) };
      return answered('create', await client.create(LEASES, object));
    },
    update: async ({ object }, record) => {
      const spec = { ...asObject(object.spec), ...specOf(record) };
      return answered('update', await client.update(LEASES, { ...object, spec }));
    },
  };
}

/** The fields of `V1LeaseSpec` in JSON. Times are texts. */
type LeaseFields = { readonly [Name in keyof V1LeaseSpec]?: string | number };

function specOf({ holder, seconds = 0, acquired, renewed, transitions }: LeaseRecord): JsonObject {
  const fields = {
    holderIdentity: holder,
    leaseDurationSeconds: seconds,
    acquireTime: formatMicroTime(acquired),
    renewTime: formatMicroTime(renewed),
    leaseTransitions: transitions,
  } satisfies LeaseFields;
  return fields;
}

/** Returns a Lease of its object. Missing times are 0. */
export function readLease(object: JsonObject): ReadLease {
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions } =
    asObject(object.spec) ?? {};
  return {
    object,
    record: {
      holder: textOf(holderIdentity),
      seconds: typeof leaseDurationSeconds === 'number' ? leaseDurationSeconds : undefined,
      acquired: readTime(acquireTime),
      renewed: readTime(renewTime),
      transitions: typeof leaseTransitions === 'number' ? leaseTransitions : 0,
    },
  };
}

/** Who holds a Lease, as others see it. */
export interface LeaseStanding {
  /** Identity of the holder, '' if it was released. */
  readonly holder: string;
  /** Time of the last renewal (ISO 8601), by the clock of the holder. */
  readonly renewed: string;
  /** True if the time of the holder is over, by the clock of this machine. */
  readonly expired: boolean;
}

/** Returns who holds a Lease. `now`: milliseconds since 1970. */
export function readLeaseStanding(object: JsonObject, now: number): LeaseStanding {
  const { holder, renewed, seconds = 0 } = readLease(object).record;
  const expired = holder !== '' && now > renewed + 1000 * seconds;
  return { holder, renewed: new Date(renewed).toISOString(), expired };
}

function readTime(value: unknown): number {
  const time = Date.parse(textOf(value));
  return Number.isNaN(time) ? 0 : time;
}
