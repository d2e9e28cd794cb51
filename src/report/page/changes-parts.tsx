import type { ComponentChildren, JSX } from 'preact';
import type { ChangesData } from '../data.js';

/** What every part of the changes is made of. */
export interface Props {
  readonly changes: ChangesData;
}

/** A part of the changes, which is left out where it is empty. */
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

/** Pods in words: all of their namespaces, or the first ones by name. */
export function wordsOf(sources: Sources): string {
  return sources
    .map(({ namespace, pods, count }) =>
      pods
        ? `${pods.slice(0, 4).join(', ')}${pods.length > 4 ? ` and ${pods.length - 4} more` : ''} of ${namespace}`
        : `all pods of ${namespace} (${count} now)`,
    )
    .join('; ');
}
