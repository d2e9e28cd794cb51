import { groupBy } from '../../std/group-by.js';
import { plural } from '../../std/plural.js';
import type { Bounds } from './bounds.js';
import type { Block, Fact } from './document.js';
import { exampleNotes, listSources, missingNotes } from './layout-traffic.js';
import type { ConnectionGroup } from './report.js';

/** Returns a block for each group of target pods, with the connections that are now allowed (`+`) or dropped (`-`). */
export function connectionBlocks(connections: readonly ConnectionGroup[], mark: '+' | '-', bounds: Bounds): Block[] {
  const titleOf = ({ to }: ConnectionGroup): string => `to ${listSources(to, bounds)}`;
  return [...groupBy(connections, (one) => JSON.stringify(one.to))].flatMap(([, own]): Block[] => {
    const [first] = own;
    if (!first) return [];
    const facts = own.slice(0, bounds.facts).flatMap((one): Fact[] => {
      const from = one.outside ? one.outside.text : listSources(one.from, bounds);
      const notes = [...exampleNotes(one), ...missingNotes(one), ...exceptionNotes(one, bounds)];
      return [{ mark, text: `${one.transport} from ${from}` }, ...notes];
    });
    const more = own.length - bounds.facts;
    const rest: Fact[] = more > 0 ? [{ mark: 'note', text: `and ${plural(more, 'more flow')}` }] : [];
    return [{ title: titleOf(first), facts: [...facts, ...rest] }];
  });
}

/** Returns notes on the pods of a change whose connections do not change. */
function exceptionNotes({ except = [] }: ConnectionGroup, bounds: Bounds): Fact[] {
  const more = except.length - bounds.facts;
  return [
    ...except.slice(0, bounds.facts).map(({ from, to }): Fact => ({
      mark: '!',
      text: `except from ${listSources(from, bounds)} to ${listSources(to, bounds)}`,
    })),
    ...(more > 0 ? [{ mark: '!' as const, text: `and ${plural(more, 'more exception')}` }] : []),
  ];
}
