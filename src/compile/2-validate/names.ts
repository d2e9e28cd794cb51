/** Length limits are in characters; whatever is longer never meets a regular expression. */
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const NAME_PART = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const LONGEST_SUBDOMAIN = 253;
const LONGEST_PART = 63;

/** Whether the text is an RFC 1123 label, as namespaces are named: at most 63 characters. */
export function isLabel(text: string): boolean {
  return text.length <= LONGEST_PART && LABEL.test(text);
}

/** Whether the text is an RFC 1123 subdomain, as Kubernetes objects are named: at most 253 characters in all. */
export function isSubdomain(text: string): boolean {
  return text.length <= LONGEST_SUBDOMAIN && text.split('.').every((part) => LABEL.test(part));
}

/** Whether the text is a qualified name of Kubernetes, as label keys are: a name with an optional `subdomain/` before. */
export function isQualifiedName(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash >= 0 && !isSubdomain(text.slice(0, slash))) return false;
  return isNamePart(text.slice(slash + 1));
}

/** Whether the text is a label value of Kubernetes; the empty one is. */
export function isLabelValue(text: string): boolean {
  return text === '' || isNamePart(text);
}

function isNamePart(text: string): boolean {
  return text.length <= LONGEST_PART && NAME_PART.test(text);
}
