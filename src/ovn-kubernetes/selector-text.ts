import type { LabelSelector } from '../model/label-selector.js';
import { compareText } from '../std/compare-text.js';

/**
 * Returns the text of a label selector in the names of address sets (OVN-Kubernetes): equal selectors have equal texts,
 * whatever order their labels, expressions and values have.
 */
export function selectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const labels = Object.entries(matchLabels)
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, value]) => `${key}: ${value},`)
    .join('');
  const expressions = matchExpressions
    .map(
      ({ key, operator, values = [] }) =>
        `LSR{Key:${key},Operator:${operator},Values:[${[...values].sort().join(' ')}],}`,
    )
    .sort()
    .join(',');
  return `LS{${labels === '' ? '' : `ML:{${labels}},`}${expressions === '' ? '' : `ME:{${expressions}},`}}`;
}
