import { unpackEnds } from '../packed-ends.js';
import { unpackState } from '../packed-state.js';
import { once, memoize } from '../../std/memoize.js';
import { type TraceAnswer, type TraceQuery, type TraceWording, askTrace } from '../../trace/query/ask.js';
import { createEndPodFinder } from '../../trace/query/lookup.js';
import { createTracer } from '../../trace/trace.js';
import { type PageSide, readTraced } from './decode.js';

/** A response with its wording, or the problem of the query. */
export type Answered =
  | { readonly answer: TraceAnswer; readonly wording: TraceWording; readonly question: TraceQuery }
  | { readonly problem: string };

/** Traces packets on a side of the report, as `weir trace` does. */
export type AskTrace = (question: TraceQuery) => Answered;

/** Creates the trace functions. Each side is unpacked once, at its first query. */
export function createAsk(): (side: PageSide) => Promise<AskTrace> {
  return memoize(async (side: PageSide) => {
    const { state, ends: packedEnds, letPasses } = await readTraced(side);
    const ends = unpackEnds(packedEnds);
    const unpacked = once(() => unpackState(state));
    const tracer = once(() => createTracer(unpacked().state));
    const wording: TraceWording = {
      letPasses: new Map(letPasses),
      podWith: createEndPodFinder(ends),
      places: ({ kind, namespace, name, cause }) => {
        const place = cause
          ? unpacked().places.get(cause)
          : kind === 'Service'
            ? ends.placeOfService(`${namespace}/${name}`)
            : undefined;
        return place && { ...place, length: 1 };
      },
    };
    return (question: TraceQuery): Answered => {
      const answer = askTrace(question, ends, tracer);
      return typeof answer === 'string' ? { problem: answer } : { answer, wording, question };
    };
  });
}
