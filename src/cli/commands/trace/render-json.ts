import { titleOf } from '../../../model/kubernetes-object.js';
import type { Stage, Way } from '../../../trace/way.js';
import type { Transport } from './ends.js';
import type { TraceGroup } from './groups.js';
import { hintFor } from './hint.js';
import type { Places } from './places.js';

/** What a trace was asked for. */
export interface About {
  readonly from: string;
  readonly to: string;
  readonly transport: Transport;
}

/** Traces for programs: a group for each set of senders whose packets fare alike, with the ways of the first. */
export function renderJson({ from, to, transport }: About, groups: readonly TraceGroup[], places: Places): unknown {
  return {
    from,
    to,
    transport,
    groups: groups.map(({ traces }) => {
      const [{ packet, trace }] = traces;
      return {
        senders: traces.map(({ sender }) => sender.name),
        packet,
        verdict: trace.verdict,
        ways: trace.ways.map((way) => wayData(way, places)),
      };
    }),
  };
}

function wayData(way: Way, places: Places): unknown {
  const hint = hintFor(way);
  return {
    verdict: way.verdict,
    choices: way.choices,
    stages: way.stages.map((stage) => stageData(stage, places)),
    end: way.end,
    ...(hint === undefined ? {} : { hint }),
  };
}

function stageData({ stage, at, text, row, decidedBy, before, after }: Stage, places: Places): unknown {
  const position = decidedBy && places(decidedBy);
  return {
    stage,
    at,
    text,
    ...(row ? { row } : {}),
    ...(decidedBy ? { decidedBy: titleOf(decidedBy.kind, decidedBy) } : {}),
    ...(position ? { position: { file: position.file, line: position.line, column: position.column } } : {}),
    before,
    after,
  };
}
