import { titleOf } from '../../model/kubernetes-object.js';
import type { PathStage, Path } from '../path.js';
import type { DeciderPositions, TraceAnswer, TraceWording } from './ask.js';
import { hintFor } from './hint.js';

/** Renders traces for programs: a group for each set of senders with the same outcome, with the paths of the first. */
export function renderTraceJson({ about, groups }: TraceAnswer, wording: TraceWording): unknown {
  return {
    ...about,
    groups: groups.map(({ senders, receivers, traces }) => {
      const [{ packet, trace }] = traces;
      return {
        senders: senders.map(({ name }) => name),
        receivers,
        packet,
        verdict: trace.verdict,
        paths: trace.paths.map((path) => pathData(path, wording)),
      };
    }),
  };
}

function pathData(path: Path, wording: TraceWording): unknown {
  const hint = hintFor(path, wording);
  return {
    verdict: path.verdict,
    choices: path.choices,
    stages: path.stages.map((stage) => stageData(stage, wording.places)),
    end: path.end,
    ...(hint === undefined ? {} : { hint }),
  };
}

function stageData({ stage, at, text, row, decidedBy, before, after }: PathStage, places: DeciderPositions): unknown {
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
