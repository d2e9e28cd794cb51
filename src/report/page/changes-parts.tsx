import type { ComponentChildren, JSX } from 'preact';
import type { ChangesData } from '../data.js';

/** Properties of every part of the changes. */
export interface Props {
  readonly changes: ChangesData;
}

/** Shows a part of the changes, unless it is empty. */
export function Part({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count: number;
  readonly children: ComponentChildren;
}): JSX.Element | null {
  if (count === 0) return null;
  return (
    <section class="card">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

type Sources = ChangesData['opened'][number]['sources'];

/** Returns pods as text: all pods of a namespace, or the first ones by name. */
export function wordsOf(sources: Sources): string {
  return sources
    .map(({ namespace, pods, count }) =>
      pods
        ? `${pods.slice(0, 4).join(', ')}${pods.length > 4 ? ` and ${pods.length - 4} more` : ''} of ${namespace}`
        : `all pods of ${namespace} (${count} now)`,
    )
    .join('; ');
}
