import { type KubernetesClient, connectKubernetes } from '../../../clients/kubernetes/client.js';
import type { Failure } from '../../../model/change.js';
import { createAlarm } from '../../../std/alarm.js';
import { endBySignal } from '../../process/end-by-signal.js';
import { printJson, printLines, printMessage } from '../../process/print.js';
import { reportProblems } from '../reconcile/plan.js';
import { findAppliers, readAppliersAt } from './find-appliers.js';
import { readLeases } from './leases.js';
import { renderResource, renderTargets } from './render.js';
import { type AskedResource, type ResourceFacts, effectsOf, readResource, rejectedIn } from './resource.js';
import { type StatusSubject, parseStatusSubject } from './subject.js';
import { type Found, type StatusSummary, isAllFine, summarize } from './summarize.js';

export interface StatusOptions {
  /** Words that name a resource, a zone, a node or the cluster. Empty: everything. */
  readonly subject: readonly string[];
  readonly kubeconfig?: string;
  readonly context?: string;
  /** Namespace of the appliers. */
  readonly applierNamespace: string;
  /** URLs of appliers. If set, the API server is not read. */
  readonly endpoint?: readonly string[];
  readonly format: 'text' | 'json';
  readonly watch?: boolean;
}

/** Interval of `--watch` in milliseconds. */
const WATCH_INTERVAL = 2000;
/** A pod that does not answer at once is reported. */
const PATIENCE = { attempts: 1, silence: 5000, longest: 20_000 };

/** What one look at the appliers gives. */
interface Look extends Found {
  readonly facts?: ResourceFacts;
}

/**
 * Runs `weir status`: reads the state of all appliers and their Leases, and prints it. Returns exit code 0, or 2 if a
 * target is not in sync, an applier does not answer, or a resource is not in force. Returns 1 if nothing can be read.
 */
export async function statusCommand(options: StatusOptions): Promise<number> {
  const subject = parseStatusSubject(options.subject);
  if (typeof subject === 'string') return reportProblems('status', [subject]);
  const { endpoint: urls = [], applierNamespace: namespace } = options;
  if (urls.length > 0) {
    const read = async (): Promise<Look> => ({ at: Date.now(), appliers: await readAppliersAt(urls), leases: [] });
    return show(read, subject, options);
  }
  const client = connectKubernetes({ ...options, patience: PATIENCE });
  if ('result' in client) return reportProblems('status', client.problems);
  try {
    return await show(() => look(client, namespace, subject.resource), subject, options);
  } finally {
    client.close();
  }
}

async function look(
  client: KubernetesClient,
  namespace: string,
  resource: AskedResource | undefined,
): Promise<Look | Failure> {
  const appliers = await findAppliers(client, namespace);
  if ('result' in appliers) return appliers;
  const at = Date.now();
  const leases = await readLeases(client, namespace, at);
  if ('result' in leases) return leases;
  const facts = resource ? { facts: await readResource(client, namespace, resource) } : {};
  return { at, appliers, leases, ...facts };
}

async function show(
  read: () => Promise<Look | Failure>,
  subject: StatusSubject,
  options: StatusOptions,
): Promise<number> {
  if (options.watch !== true) {
    const found = await read();
    return 'result' in found ? reportProblems('status', found.problems) : print(found, subject, options);
  }
  const alarm = createAlarm();
  const end = endBySignal(alarm.ring);
  let last = '';
  while (!end.isAsked()) {
    const found = await read();
    const key = 'result' in found ? found.problems.join('\n') : keyOf(summarizeFor(found, subject), found.facts);
    if (key !== last) {
      last = key;
      if ('result' in found) reportProblems('status', found.problems);
      else {
        if (options.format === 'text') printLines([`-- ${new Date(found.at).toISOString()}`]);
        print(found, subject, options);
      }
    }
    await alarm.sleep(WATCH_INTERVAL);
  }
  end.forget();
  return 0;
}

/** Returns the summary of what a subject is about. Silent appliers may be of any zone unless their node says more. */
function summarizeFor(found: Found, { isWanted, node }: StatusSubject): StatusSummary {
  const summary = summarize(found, isWanted);
  if (node === undefined) return summary;
  const silent = summary.silent.filter((one) => one.node === node);
  return { ...summary, silent };
}

/** Prints what was found. Returns the exit code. */
function print(found: Look, subject: StatusSubject, { format, applierNamespace, endpoint }: StatusOptions): number {
  const { at, facts } = found;
  const summary = summarizeFor(found, subject);
  if (summary.targets.length + summary.silent.length === 0) {
    const where = endpoint ? 'at the endpoints' : `in the namespace ${applierNamespace}`;
    return reportProblems('status', [`no applier of ${subject.title} found ${where}`]);
  }
  const { resource } = subject;
  const title = facts?.title ?? subject.title;
  const known = facts ?? { title, policy: 'the API server is not read', cluster: 'unknown', messages: [] };
  if (format === 'json') printJson(asJson(summary, at, facts));
  else printLines(resource ? renderResource(summary, known, at) : renderTargets(summary, at));
  const isInForce = typeof known.policy !== 'string' && known.policy.resource !== 'missing';
  const isFine = !resource || (isInForce && rejectedIn(summary, title).length === 0);
  if (isAllFine(summary) && isFine) return 0;
  if (format === 'text' && summary.silent.length > 0 && summary.targets.length === 0) {
    printMessage('no applier answers, see docs/alerts.md');
  }
  return 2;
}

function asJson(summary: StatusSummary, at: number, facts: ResourceFacts | undefined): object {
  const delivered = facts && typeof facts.policy !== 'string' ? facts.policy : undefined;
  return {
    at: new Date(at).toISOString(),
    targets: summary.targets,
    silent: summary.silent,
    policies: Object.fromEntries(summary.policies),
    ...(facts ? { resource: { ...facts, effects: effectsOf(summary, facts.title, delivered) } } : {}),
  };
}

/** Returns a text that is equal while nothing changes except times and counters. */
function keyOf({ targets, silent, policies }: StatusSummary, facts: ResourceFacts | undefined): string {
  const lasting = targets.map(({ target, state, active, others, lease }) => ({
    ...{ target, state, applier: active?.name, others: others.map(({ name }) => name) },
    ...{ holder: lease?.holder, expired: lease?.expired },
    ...{ problems: active?.state.cycle?.problems, pending: active?.state.pending },
    ...{ rejected: active?.state.rejected, mismatches: active?.state.mismatches },
  }));
  return JSON.stringify([lasting, silent, [...policies], facts]);
}
