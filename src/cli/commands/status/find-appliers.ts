import { STATE_PATH, fetchApplierState } from '../../../clients/applier/applier.js';
import { type KubernetesClient, PODS } from '../../../clients/kubernetes/client.js';
import { type Failure, fail } from '../../../model/change.js';
import { nameOf, textOf } from '../../../model/kubernetes-object.js';
import { type JsonObject, asList, asObject, isListOf, isObject, isText } from '../../../std/json.js';
import { compareText } from '../../../std/compare-text.js';
import { type ApplierState, STATE_LAYOUT } from '../reconcile/applier-state.js';

/** Label of the pods of appliers in `deploy`. */
const SELECTOR = 'app.kubernetes.io/name=weir';
const COMPONENT = 'app.kubernetes.io/component';
/** Name of the port with `/status`, and of the variable with the address that `deploy` passes to --listen. */
const PORT = 'metrics';
const LISTEN = 'LISTEN';
/** Addresses that can be reached inside of a pod: loopback and all. */
const IN_POD = /^(127\.|0\.0\.0\.0:|\[::1?\]:)/;
/** Maximum number of concurrent requests. */
const AT_ONCE = 16;

/** An applier, with its state or the reason for which it is unknown. */
export interface Applier {
  /** Name of the pod, or the URL. */
  readonly name: string;
  /** Node of the pod, '' if unknown. */
  readonly node: string;
  /** Label of the pod that tells its role, such as `zone-applier`, or ''. */
  readonly component: string;
  readonly state: ApplierState | string;
}

/** Returns the appliers at some URLs. */
export function readAppliersAt(urls: readonly string[]): Promise<readonly Applier[]> {
  return mapConcurrently(urls, async (url) => ({ name: url, node: '', component: '', state: await readUrl(url) }));
}

async function readUrl(url: string): Promise<ApplierState | string> {
  const answer = await fetchApplierState(url);
  return typeof answer === 'string' ? answer : readState(answer);
}

/** Returns the appliers of a namespace: their pods by label, and the state of each through the API server. */
export async function findAppliers(client: KubernetesClient, namespace: string): Promise<readonly Applier[] | Failure> {
  const pods = await client.listAll(PODS, { namespace, labelSelector: SELECTOR });
  if (pods.result !== 'ok')
    return pods.result === 'failed' ? pods : fail('the pods of the appliers cannot be listed', true);
  const appliers = await mapConcurrently(pods.value, async (pod) => {
    const { name } = nameOf(pod);
    const component = textOf(asObject(asObject(pod.metadata)?.labels)?.[COMPONENT]);
    return { name, node: textOf(asObject(pod.spec)?.nodeName), component, state: await readPod(client, pod) };
  });
  return [...appliers].sort((a, b) => compareText(a.name, b.name));
}

async function readPod(client: KubernetesClient, pod: JsonObject): Promise<ApplierState | string> {
  const phase = textOf(asObject(pod.status)?.phase);
  if (phase !== 'Running') return `the pod is ${phase === '' ? 'not running' : phase}`;
  const containers = asList(asObject(pod.spec)?.containers).map(asObject);
  const ports = containers.flatMap((container) => asList(container?.ports)).map(asObject);
  const port = ports.find((one) => one?.name === PORT)?.containerPort;
  if (typeof port !== 'number') return `the pod has no port with the name ${PORT}`;
  const variables = containers.flatMap((container) => asList(container?.env)).map(asObject);
  const listen = textOf(variables.find((one) => one?.name === LISTEN)?.value);
  const { namespace, name } = nameOf(pod);
  // No network policy is between a port-forward and its pod.
  const get = IN_POD.test(listen) ? client.getFromLoopback : client.getFromPod;
  const answer = await get({ namespace, name }, port, STATE_PATH);
  if (answer.result === 'ok') return readState(answer.value);
  if (answer.result === 'failed') return answer.problems.join(': ');
  return answer.result === 'missing' ? 'the pod is gone' : 'it does not answer';
}

/** Returns the state in an answer, or an error message if it has another layout. */
export function readState(value: JsonObject | undefined): ApplierState | string {
  if (!value || typeof value.weirStatus !== 'number') return 'the answer is not the state of an applier';
  if (value.weirStatus !== STATE_LAYOUT) {
    return `the state has version ${value.weirStatus}, this version of Weir reads ${STATE_LAYOUT}`;
  }
  const { target, standing, changes, pending, rejected, mismatches } = value;
  const isState =
    isText(target) &&
    isText(standing) &&
    isObject(changes) &&
    isListOf(isObject, pending) &&
    isListOf(isObject, asObject(rejected)?.parts) &&
    isListOf(isText, mismatches);
  return isState ? (value as unknown as ApplierState) : 'the state lacks fields';
}

/** Maps items, with a limited number of calls at a time. The results are in the order of the items. */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await call(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
  return results;
}
