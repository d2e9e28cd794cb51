import { subdomainProblems } from '../selectors/syntax.js';
import { hostLabelProblems } from './dns.js';
import { type FieldError, invalid } from './field-error.js';

const FIELD = 'spec.host';

/**
 * Returns the errors of the API server and the router about the host of a Route, in their order and words. If
 * `countsLabels` is true, each invalid label is a further error.
 */
export function hostErrors(host: string, countsLabels: boolean): FieldError[] {
  const labels = countsLabels ? hostLabelProblems(host) : [];
  const conforms = subdomainProblems(host).length === 0;
  if (conforms && labels.length === 0) return [];
  return [...(conforms ? [] : ['host must conform to DNS 952 subdomain conventions']), ...labels].map((problem) =>
    invalid(FIELD, host, problem),
  );
}
