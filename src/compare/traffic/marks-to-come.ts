import type { Labels } from '../../model/cluster.js';
import type { MarkIntent } from '../../model/intent/mark.js';
import { labelsFor } from '../../selectors/labels-for.js';
import { compileSelector, isSelectorProblem } from '../../selectors/selector.js';
import { createLabelledPlaceholder } from '../../traffic/pod-to-come.js';
import type { Both } from '../../traffic/side.js';
import type { SourceClass } from '../../traffic/source.js';

/**
 * Returns the placeholder pods of a namespace with the marks for them: one without labels, and one for each selector.
 * Skips those with the same marks as another class. `classes` are those of the existing pods.
 */
export function classifyPodsToCome(
  namespace: string,
  marks: Both<readonly MarkIntent[]>,
  classes: readonly SourceClass<MarkIntent>[],
): SourceClass<MarkIntent>[] {
  const numbers = new Map([...marks.before, ...marks.after].map((mark, number) => [mark, number] as const));
  const textOf = (one: Both<readonly MarkIntent[]>): string =>
    [one.before, one.after].map((own) => own.map((mark) => numbers.get(mark)).join()).join('|');
  const known = new Set(classes.map(textOf));
  const matches = createMatching();
  return listLabels(marks).flatMap((labels) => {
    const before = marks.before.filter((mark) => matches(mark, labels));
    const after = marks.after.filter((mark) => matches(mark, labels));
    if (known.size === known.add(textOf({ before, after })).size) return [];
    return [{ pods: [createLabelledPlaceholder(namespace, labels)], before, after }];
  });
}

/** Returns the empty labels, and the smallest label set that matches each selector. */
function listLabels({ before, after }: Both<readonly MarkIntent[]>): readonly Labels[] {
  const found = new Map<string, Labels>([['{}', {}]]);
  for (const { source } of [...before, ...after]) {
    const labels = source.podSelector && labelsFor(source.podSelector);
    if (labels) found.set(JSON.stringify(labels), labels);
  }
  return [...found.values()];
}

/**
 * Creates a function that returns true if a mark applies to pods with some labels. Each selector is compiled once,
 * because rules often share one.
 */
function createMatching(): (mark: MarkIntent, labels: Labels) => boolean {
  const compiled = new Map<object, ReturnType<typeof compileSelector>>();
  return ({ source: { podSelector } }, labels) => {
    if (!podSelector) return true;
    const selector = compiled.get(podSelector) ?? compileSelector(podSelector);
    compiled.set(podSelector, selector);
    return !isSelectorProblem(selector) && selector.matches(labels);
  };
}
