import { interpret } from '../../../compile/compile.js';
import { prepare } from '../../../compile/prepare.js';
import { locateCauses } from '../../../diagnostics/locate-causes.js';
import type { Cause } from '../../../model/intent/cause.js';
import { exposureOf } from '../../../kinds/shared/exposure.js';
import type { Request } from '../../../requests/request.js';
import { type RequestTrace, traceRequest } from '../../../requests/trace.js';
import { decidersOf } from '../../../traffic/policies/describe.js';
import { suggestionText } from '../../../std/suggest.js';
import { pathFromHere } from '../../process/folder.js';
import { printJson, printLines, printMessage } from '../../process/print.js';
import type { InputOptions } from '../../run/input.js';
import { NO_CONTROLLERS } from './list-exposed.js';
import { readValid } from '../../run/prepared.js';
import { type RequestFlags, parseRequestJson, parseUrl } from './parse-request.js';
import { answerData, answerLines } from './render-answer.js';

export interface TraceRequestOptions extends InputOptions, RequestFlags {
  /** A URL, or a request in JSON. */
  readonly asked: { readonly url: string } | { readonly request: string };
  /** Ingress controller. Default: the first with a Route for the host. */
  readonly controller?: string;
  readonly format: string;
}

/**
 * Runs `weir trace URL`: prints the response of the routers to a request, and the pods that serve it. Returns exit code
 * 0, or 1 for errors in the input or an invalid request.
 */
export async function traceRequestCommand(options: TraceRequestOptions): Promise<number> {
  const { asked, controller, format } = options;
  const request = 'url' in asked ? parseUrl(asked.url, options) : parseRequestJson(asked.request);
  if (typeof request === 'string') {
    printMessage(request);
    return 1;
  }
  const found = await readTrace(options, request);
  if (!found) return 1;
  const { trace, folder, controllers } = found;
  if (!trace) {
    printMessage(
      controller === undefined
        ? NO_CONTROLLERS
        : `no ingress controller ${controller}${suggestionText(controller, controllers)}`,
    );
    return 1;
  }
  const places = locateCauses(causesOf(trace), folder);
  if (format === 'json') printJson(answerData(trace, places));
  else printLines(answerLines(trace, places));
  return 0;
}

/** Trace of a request, in a repository with these ingress controllers. */
interface Found {
  readonly trace: RequestTrace | undefined;
  readonly folder: string;
  readonly controllers: readonly string[];
}

async function readTrace(
  { controller, ...options }: TraceRequestOptions,
  request: Request,
): Promise<Found | undefined> {
  return readValid({ ...options, allowEmpty: true }, (input, report, { root }) => {
    const prepared = prepare(input, report, () => undefined);
    const { intents } = interpret(prepared, input);
    const { context } = prepared;
    const { cluster, configuration } = context;
    const exposure = exposureOf(context);
    const trace = traceRequest({ exposure, intents, cluster, configuration }, request, controller);
    const controllers = exposure.controllers.map((one) => one.controller.name);
    return { trace, folder: pathFromHere(root), controllers };
  });
}

/** Returns all causes whose source locations are printed. */
function causesOf({ answer: { outcome }, targets, otherRoutes }: RequestTrace): Cause[] {
  const drops = targets.flatMap(({ servers }) => servers.flatMap(({ droppedBy }) => droppedBy ?? []));
  return [
    ...('route' in outcome ? [outcome.route.cause] : []),
    ...otherRoutes.map(({ cause }) => cause),
    ...new Set(drops.flatMap(decidersOf).map(({ cause }) => cause)),
  ];
}
