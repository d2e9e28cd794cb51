import type { KubernetesClient } from '../../../clients/kubernetes/client.js';
import { readConfigMap } from '../../../clients/kubernetes/config-map.js';
import {
  type KindName,
  type ObjectName,
  nameOf,
  pathOfName,
  textOf,
  titleOf,
} from '../../../model/kubernetes-object.js';
import { parsePolicy } from '../../../policy/parse.js';
import { SHARD_KEY } from '../../../rendered/bundles/bundle.js';
import { readPolicyBundle } from '../../../rendered/bundles/unbundle.js';
import { type JsonObject, asList, asObject } from '../../../std/json.js';
import { sortedJson } from '../../../std/json-text.js';
import type { RejectedPart } from '../../live/rejected-parts.js';
import type { StatusSummary, TargetStatus } from './summarize.js';

/** A resource that a user asks about. */
export interface AskedResource extends ObjectName, KindName {}

/** The policy bundle of the appliers, and what it has of a resource. */
export interface DeliveredPolicy {
  readonly digest: string;
  /** `same`: as in the cluster. `differs`: with another spec. */
  readonly resource: 'missing' | 'same' | 'differs';
}

/** What is known about a resource beside its targets. Messages are those of its status in the API server. */
export interface ResourceFacts {
  readonly title: string;
  /** A problem if it cannot be read. */
  readonly policy: DeliveredPolicy | string;
  readonly cluster: 'exists' | 'missing' | 'unknown';
  readonly messages: readonly string[];
}

/** Effect of a resource in a target. */
export interface ResourceInTarget {
  readonly target: string;
  readonly effect: 'in force' | 'not in force' | 'earlier policy' | 'pending' | 'unknown';
  /** Number of things that the target lacks or has otherwise. */
  readonly pending: number;
}

/** Reads the facts about a resource from the API server: the object, and the policy in ConfigMaps of a namespace. */
export async function readResource(
  client: KubernetesClient,
  namespace: string,
  asked: AskedResource,
): Promise<ResourceFacts> {
  const title = titleOf(asked.kind, asked);
  const live = await readLive(client, asked);
  const cluster = live === 'missing' ? 'missing' : live === undefined ? 'unknown' : 'exists';
  const object = typeof live === 'object' ? live : undefined;
  return {
    title,
    policy: await readDelivered(client, namespace, asked, object),
    cluster,
    messages: messagesOf(object),
  };
}

async function readLive(client: KubernetesClient, asked: AskedResource): Promise<JsonObject | 'missing' | undefined> {
  const resource = await client.findResource(asked.apiVersion, asked.kind);
  if (resource.result !== 'ok') return resource.result === 'missing' ? 'missing' : undefined;
  const found = await client.get(resource.value, asked);
  return found.result === 'ok' ? found.value : found.result === 'missing' ? 'missing' : undefined;
}

async function readDelivered(
  client: KubernetesClient,
  namespace: string,
  asked: AskedResource,
  live: JsonObject | undefined,
): Promise<DeliveredPolicy | string> {
  const bytes = await readPolicyBundle((shard) => readConfigMap(client, namespace, shard, SHARD_KEY));
  if ('result' in bytes) return bytes.problems.join(': ');
  const policy = parsePolicy(bytes, 'the policy bundle');
  if (policy.result === 'failed') return policy.problems.join(': ');
  const path = pathOfName(asked);
  const own = policy.objects.find((one) => one.kind === asked.kind && pathOfName(nameOf(one)) === path);
  const isSame = own !== undefined && live !== undefined && specOf(own) === specOf(live);
  return { digest: policy.sha256, resource: own === undefined ? 'missing' : isSame ? 'same' : 'differs' };
}

function specOf({ spec }: JsonObject): string {
  return sortedJson(spec ?? {});
}

/** Returns the messages in the status of an object: its text, messages, conditions, hosts and addresses. */
function messagesOf(object: JsonObject | undefined): readonly string[] {
  const { status, messages, conditions, items, host } = asObject(object?.status) ?? {};
  const texts = [textOf(status), ...asList(messages).map(textOf), textOf(host) && `host ${textOf(host)}`];
  const lines = asList(conditions).map((one) => {
    const { type, status: value, reason, message } = asObject(one) ?? {};
    const detail = [textOf(reason), textOf(message)].filter((text) => text !== '').join(': ');
    return `${textOf(type)}=${textOf(value)}${detail === '' ? '' : ` (${detail})`}`;
  });
  const placed = asList(items).map((one) => {
    const { egressIP, node } = asObject(one) ?? {};
    return `${textOf(egressIP)} on ${textOf(node)}`;
  });
  return [...texts, ...lines, ...placed].filter((text) => text !== '');
}

/** Returns the effect of a resource in each target. `policy`: the delivered one, if known. */
export function effectsOf(
  { targets }: StatusSummary,
  title: string,
  policy: DeliveredPolicy | undefined,
): readonly ResourceInTarget[] {
  return targets.map((one) => {
    const pending = one.active?.state.pending.find(({ resource }) => resource === title)?.count ?? 0;
    return { target: one.target, pending, effect: effectIn(one, pending, policy) };
  });
}

function effectIn(
  { active }: TargetStatus,
  pending: number,
  policy: DeliveredPolicy | undefined,
): ResourceInTarget['effect'] {
  if (pending > 0) return 'pending';
  const digest = active?.state.policy?.digest;
  if (digest === undefined || policy === undefined) return 'unknown';
  if (digest !== policy.digest) return 'earlier policy';
  return policy.resource === 'missing' ? 'not in force' : 'in force';
}

/** Returns the rejected parts that appliers report, each once. `title` selects those of one resource. */
export function rejectedIn({ targets }: StatusSummary, title?: string): readonly RejectedPart[] {
  const parts = targets.flatMap(({ active }) => active?.state.rejected.parts ?? []);
  const wanted = parts.filter(({ resource }) => title === undefined || resource === title);
  return [...new Map(wanted.map((part) => [JSON.stringify(part), part])).values()];
}
