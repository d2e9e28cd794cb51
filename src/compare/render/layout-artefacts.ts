import { compareText } from '../../std/compare-text.js';
import { groupBy } from '../../std/group-by.js';
import type { ArtefactChanges, FieldDifference, ItemChange } from '../artefacts/change.js';
import type { Block, Fact } from './document.js';

const MARKS = { added: '+', removed: '-', changed: '~' } as const;
/** Maximum number of characters of a value shown. */
const MAX_CHARACTERS = 160;

/**
 * Returns artefact changes as blocks: zones with equal changes, then nodes, then objects. Counts come first, then at
 * most `most` lines each.
 */
export function layOutArtefacts(artefacts: ArtefactChanges, most: number): Block[] {
  return [
    ...artefacts.zones.map(({ zones: names, changes }) => ({
      title: `${names.length === 1 ? 'zone' : `${names.length} zones:`} ${names.slice(0, most).join(', ')}${names.length > most ? ', …' : ''}: ${countSorts(changes)}`,
      facts: listItems(changes, most),
    })),
    ...layOutOthers(artefacts, most),
  ];
}

/** Returns the changes of node files, then those of objects and statuses. */
export function layOutOthers({ files, objects }: Omit<ArtefactChanges, 'zones'>, most: number): Block[] {
  return [
    ...files.map(({ path, added, removed }) => ({
      title: path,
      facts: bound(
        [
          ...removed.map((text): Fact => ({ mark: '-', text: shorten(text) })),
          ...added.map((text): Fact => ({ mark: '+', text: shorten(text) })),
        ],
        most,
      ),
    })),
    ...(objects.length > 0 ? [{ title: `cluster: ${countSorts(objects)}`, facts: listItems(objects, most) }] : []),
  ];
}

/** Returns the changed rows of all zones, counted by the kind of their resource. */
export function layOutRowCounts({ zones }: Pick<ArtefactChanges, 'zones'>): Block[] {
  const changes = zones.flatMap(({ zones: names, changes: own }) => names.flatMap(() => own));
  const byKind = groupBy(changes, ({ owner }) => owner.split(' ', 1).join() || NO_RESOURCE);
  const kinds = [...byKind].sort(
    ([a], [b]) => Number(a === NO_RESOURCE) - Number(b === NO_RESOURCE) || compareText(a, b),
  );
  return kinds.map(([kind, own]) => ({ title: `${kind}: ${countSorts(own)}`, facts: [] }));
}

/** Label for the rows without a resource. */
const NO_RESOURCE = 'no resource';

/** Returns the counts by sort, such as `ACL +2 -1 ~3, QoS ~1`. */
function countSorts(changes: readonly ItemChange[]): string {
  const sorts = new Map<string, { added: number; removed: number; changed: number }>();
  for (const { sort, change } of changes) {
    const counts = sorts.get(sort) ?? { added: 0, removed: 0, changed: 0 };
    sorts.set(sort, counts);
    counts[change]++;
  }
  return [...sorts]
    .map(([sort, { added, removed, changed }]) =>
      [
        sort,
        ...(added > 0 ? [`+${added}`] : []),
        ...(removed > 0 ? [`-${removed}`] : []),
        ...(changed > 0 ? [`~${changed}`] : []),
      ].join(' '),
    )
    .join(', ');
}

function listItems(changes: readonly ItemChange[], most: number): Fact[] {
  const facts = changes
    .slice(0, most)
    .flatMap(({ change, sort, name, fields }): Fact[] => [
      { mark: MARKS[change], text: shorten(`${sort} ${name}`) },
      ...fields.slice(0, most).map((field): Fact => ({ mark: 'note', text: describeField(field, most) })),
    ]);
  const more = changes.length - most;
  return more > 0 ? [...facts, { mark: 'note', text: `and ${more} more` }] : facts;
}

function describeField(field: FieldDifference, most: number): string {
  if ('added' in field) {
    const parts = [...field.added.map((item) => `+${item}`), ...field.removed.map((item) => `-${item}`)];
    const more = parts.length > most ? ` and ${parts.length - most} more` : '';
    return `${field.name}: ${parts.slice(0, most).map(shorten).join(' ')}${more}`;
  }
  return `${field.name}: ${shorten(field.before ?? 'unset')} → ${shorten(field.after ?? 'unset')}`;
}

function bound(facts: readonly Fact[], most: number): Fact[] {
  const more = facts.length - most;
  return more > 0 ? [...facts.slice(0, most), { mark: 'note', text: `and ${more} more` }] : [...facts];
}

function shorten(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
