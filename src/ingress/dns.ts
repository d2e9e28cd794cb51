const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_TEXT =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/** Returns the problems of an RFC 1123 label, in the words of apimachinery. */
export function labelProblems(label: string): string[] {
  const problems = LABEL.test(label) ? [] : [LABEL_TEXT];
  if (label.length > 63) problems.unshift('must be no more than 63 characters');
  return problems;
}

/** Valid labels, separated by dots. */
const SOUND_LABELS = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)*$/;

/** Returns the problems of the labels of a host, in their order. */
export function hostLabelProblems(host: string): string[] {
  // Fast path for nearly all hosts.
  return SOUND_LABELS.test(host) ? [] : host.split('.').flatMap(labelProblems);
}

/** Returns the part of a host after its first dot. Returns '' if it has none. */
export function domainOf(host: string): string {
  const dot = host.indexOf('.');
  return dot < 0 ? '' : host.slice(dot + 1);
}

/** Returns true if a host is one of the domains, separated by commas, or below one. */
export function isInDomains(host: string, domains: string): boolean {
  if (domains === '') return false;
  return domains
    .split(',')
    .map((domain) => domain.trim())
    .some((domain) => domain !== '' && (host === domain || host.endsWith(`.${domain}`)));
}
