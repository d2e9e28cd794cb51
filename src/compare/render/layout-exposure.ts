import { groupBy } from '../../std/group-by.js';
import { listNames } from '../../std/list-text.js';
import type { Bounds } from './bounds.js';
import type { Block, Fact } from './document.js';
import type { ExposureText } from './report.js';

/** Returns a block for each Route: the sources that it is opened or closed to, and its other changes. */
export function layOutExposure(changes: readonly ExposureText[], bounds: Bounds): Block[] {
  const byRoute = groupBy(changes, ({ controller, before, after }) => `${after ?? before ?? 'none'} ${controller}`);
  return [...byRoute].map(([, own]): Block => {
    const facts = [...groupBy(own.flatMap(factsOf), ({ mark, text }) => `${mark} ${text}`)].flatMap(
      ([, [first]]): Fact[] => (first ? [first] : []),
    );
    const more = facts.length - bounds.facts;
    const rest: Fact[] = more > 0 ? [{ mark: 'note', text: `and ${more} more` }] : [];
    return { title: titleOfBlock(own[0]), facts: [...facts.slice(0, bounds.facts), ...rest] };
  });
}

function titleOfBlock(change: ExposureText | undefined): string {
  const route = change?.after ?? change?.before;
  const controller = `ingress controller ${change?.controller ?? ''}`;
  return route === undefined ? controller : `Route ${route}, ${controller}`;
}

function factsOf({ url, before, after, opened, closed, facts }: ExposureText): Fact[] {
  const isHanded = before !== undefined && after !== undefined && before !== after;
  return [
    ...(opened.length > 0 ? [{ mark: '+' as const, text: `opens ${url} to ${listNames(opened)}` }] : []),
    ...(closed.length > 0 ? [{ mark: '-' as const, text: `closes ${url} to ${listNames(closed)}` }] : []),
    ...(isHanded ? [{ mark: '~' as const, text: `takes over ${url} from Route ${before}` }] : []),
    ...facts.map((text) => ({ mark: '~' as const, text })),
  ];
}
