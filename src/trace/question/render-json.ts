import { titleOf } from '../../model/kubernetes-object.js';
import type { Stage, Way } from '../way.js';
import type { Places, TraceAnswer, Wording } from './ask.js';
import { hintFor } from './hint.js';

/** Traces for programs: a group for each set of senders whose packets fare alike, with the ways of the first. */
export function renderJson({ about, groups }: TraceAnswer, wording: Wording): unknown {
  return {
    ...about,
    groups: groups.map(({ traces }) => {
      const [{ packet, trace }] = traces;
      return {
        senders: traces.map(({ sender }) => sender.name),
        packet,
        verdict: trace.verdict,
        ways: trace.ways.map((way) => wayData(way, wording)),
      };
    }),
  };
}

function wayData(way: Way, wording: Wording): unknown {
  const hint = hintFor(way, wording.letPasses);
  return {
    verdict: way.verdict,
    choices: way.choices,
    stages: way.stages.map((stage) => stageData(stage, wording.places)),
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
