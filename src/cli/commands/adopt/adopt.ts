import { connectKubernetes } from '../../../clients/kubernetes/client.js';
import type { Failure, KindState } from '../../../model/change.js';
import { printNext } from '../../process/next.js';
import { printJson, printLines } from '../../process/print.js';
import { openTarget } from '../reconcile/open.js';
import { printNotice, reportProblems } from '../reconcile/plan.js';
import { type NorthboundFlags, describeZone } from '../reconcile/run.js';
import { type Assessment, assess } from './assess.js';
import { type Controllers, readControllers } from './controllers.js';
import { renderAssessment } from './render.js';

export interface AdoptFlags extends Omit<NorthboundFlags, 'format'> {
  readonly format: 'text' | 'json';
}

/**
 * Runs `weir adopt`: compares the rows of a zone with those of live controllers, and reports what keeps Weir from taking
 * them over. Writes nothing. Returns exit code 0 if Weir can take them over now, 2 if not yet, or 1 for an error.
 */
export async function adoptCommand(folder: string, flags: AdoptFlags): Promise<number> {
  const title = `adopt ${flags.zone}`;
  const states = await readRows(folder, flags);
  if ('result' in states) return reportProblems(title, states.problems);
  const client = connectKubernetes(flags);
  if ('result' in client) return reportProblems(title, client.problems);
  try {
    const controllers = await readControllers(client, flags.zone, Date.now());
    if ('result' in controllers) return reportProblems(title, controllers.problems);
    return print(assess(states, controllers), controllers, flags);
  } finally {
    client.close();
  }
}

/** Compares the rows of a zone with its database. */
async function readRows(folder: string, flags: AdoptFlags): Promise<readonly KindState[] | Failure> {
  const wanted = describeZone(folder, flags);
  if (typeof wanted === 'string') return { result: 'failed', problems: [wanted], transient: false };
  const opened = openTarget(wanted, flags);
  if ('result' in opened) return opened;
  const { target } = opened;
  try {
    const planned = await target.plan();
    if (planned.result === 'failed') return planned;
    printNotice(target.name, planned.plan);
    return planned.plan.kinds?.() ?? [];
  } finally {
    await target.close();
  }
}

function print(assessment: Assessment, controllers: Controllers, { zone, format }: AdoptFlags): number {
  const { verdict, reasons, features, flags, otherFlags } = assessment;
  if (format === 'json') {
    printJson({ zone, verdict, reasons, features, flags, otherFlags, ...asJson(controllers) });
  } else {
    printLines(renderAssessment(zone, assessment, controllers));
    if (verdict === 'ready') printNext('', ['apply', 'northbound', '--zone', zone], 'takes the rows over');
  }
  return verdict === 'ready' ? 0 : 2;
}

function asJson({ leases, containers }: Controllers): object {
  return {
    leases,
    containers: containers.map(({ name, scope, workload, pods, enabled }) => ({
      ...{ name, scope, workload, pods },
      enabled: Object.fromEntries(enabled),
    })),
  };
}
