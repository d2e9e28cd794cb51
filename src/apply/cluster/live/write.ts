import { compareText } from '../../../std/compare-text.js';
import type { Response } from '../../../clients/kubernetes/answer.js';
import type { KubernetesClient } from '../../../clients/kubernetes/client.js';
import type { Resource } from '../../../clients/kubernetes/discovery.js';
import { nameOf, textOf, titleOf } from '../../../model/kubernetes-object.js';
import { type FieldChange, type ApplyOutcome, type TargetLease, fail } from '../../../model/change.js';
import type { PlannedChange, ClusterStep } from '../../../model/cluster-change.js';
import { type Json, type JsonObject, asObject } from '../../../std/json.js';

/** The resource of an object. */
export type ResourceOf = (object: JsonObject) => Resource | undefined;

type Apply = Extract<ClusterStep, { step: 'apply' }>;

/**
 * Rehearses each server-side apply on live objects as a dry run. Drops changes without an effect, because the server
 * normalises the value. Changes that conflict with another field manager become foreign.
 */
export async function rehearse(
  client: KubernetesClient,
  planned: readonly PlannedChange[],
  resourceOf: ResourceOf,
): Promise<readonly PlannedChange[] | Extract<ApplyOutcome, { result: 'failed' }>> {
  const kept: PlannedChange[] = [];
  for (const one of planned) {
    const { step, change } = one;
    const resource = step.step === 'apply' ? resourceOf(step.object) : undefined;
    if (step.step !== 'apply' || !step.live || !resource) {
      kept.push(one);
      continue;
    }
    const answer = await client.serverSideApply(resource, step.object, { subresource: step.subresource, dryRun: true });
    if (answer.result === 'failed') return answer;
    if (answer.result === 'conflict') {
      const shown = answer.fields.map(({ field, holder }): FieldChange => {
        const known = change.fields.find(({ name }) => name === field);
        return {
          name: field,
          live: [known?.live ?? '', `(${holder})`].join(' ').trim(),
          desired: known?.desired ?? '',
        };
      });
      kept.push({ change: { ...change, drift: 'foreign', fields: shown.sort(byName) }, step: { step: 'none' } });
    } else if (answer.result !== 'ok' || !isSame(answer.value, step.live)) {
      kept.push(one);
    }
  }
  return kept;
}

/** Returns a failure if the cluster may not be changed now. */
export type MayWrite = TargetLease['check'];

/**
 * Applies the changes, removals last. Each is a separate request: a failure is reported, and the others are applied.
 * `mayWrite` is called before each request, and its failure ends the apply.
 */
export async function write(
  client: KubernetesClient,
  planned: readonly PlannedChange[],
  resourceOf: ResourceOf,
  mayWrite: MayWrite = () => Promise.resolve(undefined),
): Promise<ApplyOutcome> {
  const problems: string[] = [];
  let writes = 0;
  let isTransient = true;
  const ordered = [
    ...planned.filter(({ step }) => step.step !== 'remove'),
    ...planned.filter(({ step }) => step.step === 'remove'),
  ];
  for (const { step } of ordered) {
    // Replacements are created before the removal. If this fails, the old object stays.
    if (step.step === 'remove' && problems.length > 0) break;
    const refusal = await mayWrite();
    if (refusal) return { ...refusal, problems: [...new Set([...problems, ...refusal.problems])] };
    const answer = await take(client, step, resourceOf);
    if (answer.result === 'failed') {
      problems.push(...answer.problems);
      isTransient &&= answer.transient;
    } else if (answer.result === 'ok') writes++;
  }
  return problems.length > 0 ? { result: 'failed', problems, transient: isTransient } : { result: 'applied', writes };
}

async function take(
  client: KubernetesClient,
  step: ClusterStep,
  resourceOf: ResourceOf,
): Promise<Response<JsonObject>> {
  if (step.step === 'none') return { result: 'missing' };
  if (step.step === 'await')
    return fail(`the cluster has no ${step.object}, so its fields cannot be set: apply it first`, true);
  const object = step.step === 'apply' ? step.object : step.live;
  const title = titleOf(textOf(object.kind), nameOf(object));
  const resource = resourceOf(object);
  if (!resource) return fail(`the cluster does not serve the kind of ${title}`);
  const answer = await request(client, step, resource);
  if (answer.result === 'conflict') {
    const fields = answer.fields.map(({ field, holder }) => `${field} (${holder})`).join(', ');
    return fail(
      fields === '' ? `${title} has changed since the plan` : `${title} has fields of other managers: ${fields}`,
      true,
    );
  }
  // The object may be deleted already.
  if (answer.result === 'missing' && step.step !== 'remove') return fail(`${title} was deleted since the plan`, true);
  return answer;
}

function request(
  client: KubernetesClient,
  step: Apply | Extract<ClusterStep, { step: 'patch' | 'remove' }>,
  resource: Resource,
): Promise<Response<JsonObject>> {
  if (step.step === 'patch') return client.jsonPatch(resource, nameOf(step.live), step.operations);
  if (step.step === 'remove') return client.remove(resource, step.live);
  return client.serverSideApply(resource, step.object, { subresource: step.subresource });
}

/** Returns true if two states of an object differ only in fields that every write changes. */
function isSame(one: JsonObject, other: JsonObject): boolean {
  const [left, right] = [one, other].map((object) => {
    const metadata = Object.entries(asObject(object.metadata) ?? {}).filter(([name]) => !WRITTEN_ALWAYS.has(name));
    const managed = asObject(object.metadata)?.managedFields ?? [];
    return JSON.stringify([canonical({ ...object, metadata: Object.fromEntries(metadata) }), withoutTimes(managed)]);
  });
  return left === right;
}

const WRITTEN_ALWAYS = new Set(['resourceVersion', 'generation', 'managedFields']);

function withoutTimes(managedFields: Json): Json {
  return (Array.isArray(managedFields) ? managedFields : []).map((entry) =>
    Object.fromEntries(Object.entries(asObject(entry) ?? {}).filter(([name]) => name !== 'time')),
  );
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    const object = asObject(inner);
    return object ? Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;
  });
}

function byName(a: FieldChange, b: FieldChange): number {
  return compareText(a.name, b.name);
}
