import { emitTracedState } from '../../compile/6-emit/traced-state.js';
import { interpret } from '../../compile/compile.js';
import { prepare } from '../../compile/prepare.js';
import { letPasses } from '../../kinds/allow-templates.js';
import { askTrace } from '../../trace/query/ask.js';
import { createEndPodFinder } from '../../trace/query/lookup.js';
import { endsOfCluster } from '../../trace/query/ends-of-cluster.js';
import { renderTraceDot } from '../../trace/query/render-dot.js';
import { renderTraceJson } from '../../trace/query/render-json.js';
import { renderTraceText } from '../../trace/query/render-text.js';
import { createTracer } from '../../trace/trace.js';
import { pathFromHere } from '../process/folder.js';
import { printJson, printLines, printMessage } from '../process/print.js';
import type { InputOptions } from '../run/input.js';
import { readValid } from '../run/prepared.js';
import { createPlaces } from './trace-places.js';

export interface TraceOptions extends InputOptions {
  /** A peer, see `parsePeer`. */
  readonly from: string;
  /** A peer, see `parsePeer`. */
  readonly to: string;
  /** `443/TCP`, `443` or `ICMP`. */
  readonly transport?: string | undefined;
  /** Selects among the pods that `from` names. */
  readonly labels?: string;
  readonly format: string;
}

/**
 * Runs `weir trace`: prints the path of a packet, stage by stage, with the deciding objects. Returns exit code 0 for
 * every outcome, or 1 for errors in the input and unknown peers.
 */
export async function traceCommand({ from, to, transport, labels, format, ...options }: TraceOptions): Promise<number> {
  const read = await readValid({ ...options, allowEmpty: true }, (input, report, { root }) => {
    const prepared = prepare(input, report, () => undefined);
    const { intents } = interpret(prepared, input);
    return { intents, cluster: prepared.context.cluster, configuration: input.configuration, root };
  });
  if (!read) return 1;
  const { intents, cluster, configuration, root } = read;
  const ends = endsOfCluster(cluster);
  const answer = askTrace({ from, to, transport, labels }, ends, () =>
    createTracer(emitTracedState({ intents, cluster, configuration })),
  );
  if (typeof answer === 'string') {
    printMessage(answer);
    return 1;
  }
  const wording = { places: createPlaces(cluster, pathFromHere(root)), letPasses, podWith: createEndPodFinder(ends) };
  if (format === 'json') printJson(renderTraceJson(answer, wording));
  else if (format === 'dot') printLines(renderTraceDot(answer.groups));
  else printLines(renderTraceText(answer, wording));
  return 0;
}
