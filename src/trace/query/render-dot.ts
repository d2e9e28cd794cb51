import { quoteDot } from '../../std/dot.js';
import type { TraceGroup } from './groups.js';

/** Renders the paths of all groups as a Graphviz graph: a node for each place, an arrow for each step. */
export function renderTraceDot(groups: readonly TraceGroup[]): string[] {
  const lines = groups.flatMap(({ traces: [{ sender }], paths }) =>
    paths.flatMap(([{ stages: all, end, verdict }]) => {
      const stages = all.filter(({ stage }) => stage !== 'reply');
      const places = [sender.name, ...stages.map(({ at }) => at), end.name || verdict];
      const texts = [...stages.map(({ stage, text }) => `${stage}: ${text}`), verdict];
      return texts.flatMap((text, index): string[] => {
        const [from = '', to = ''] = [places[index], places[index + 1]];
        return [`  ${quoteDot(from)} -> ${quoteDot(to)} [label=${quoteDot(text)}]`];
      });
    }),
  );
  return ['digraph {', ...new Set(lines), '}'];
}
