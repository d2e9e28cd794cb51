import type { LabelSelector } from '../model/label-selector.js';
import { compareText } from '../std/compare-text.js';

/**
 * Returns the text of a label selector in the names of address sets (OVN-Kubernetes). Equal selectors have equal texts,
 * regardless of the order of their labels, expressions and values.
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
