import { isSubdomain } from '../../net/dns-name.js';

/** Pattern of a name part. Checked after the length, so that longer texts never reach a regular expression. */
const NAME_PART = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const LONGEST_PART = 63;

/**
 * Returns true if the text is a qualified name of Kubernetes, such as a label key: a name with an optional `subdomain/`
 * prefix.
 */
export function isQualifiedName(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash >= 0 && !isSubdomain(text.slice(0, slash))) return false;
  return isNamePart(text.slice(slash + 1));
}

/** Returns true if the text is a label value of Kubernetes. The empty text is one. */
export function isLabelValue(text: string): boolean {
  return text === '' || isNamePart(text);
}

function isNamePart(text: string): boolean {
  return text.length <= LONGEST_PART && NAME_PART.test(text);
}
