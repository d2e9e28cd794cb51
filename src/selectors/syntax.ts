// Syntax of label keys and values, with the texts in which apimachinery rejects them. They appear in status messages.

const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

const NAME_TEXT =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const VALUE_TEXT =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const SUBDOMAIN_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/**
 * Returns the problems of a label key (a qualified name: `[prefix/]name`), in apimachinery's words. Empty if it is
 * valid.
 */
export function labelKeyProblems(key: string): string[] {
  const slash = key.indexOf('/');
  if (slash !== key.lastIndexOf('/')) {
    return [`a qualified name ${NAME_TEXT} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const name = key.slice(slash + 1);
  const problems = slash < 0 ? [] : prefixProblems(key.slice(0, slash));
  if (name === '') problems.push('name part must be non-empty');
  else if (name.length > 63) problems.push('name part must be no more than 63 characters');
  if (!NAME.test(name)) problems.push(`name part ${NAME_TEXT}`);
  return problems;
}

function prefixProblems(prefix: string): string[] {
  if (prefix === '') return ['prefix part must be non-empty'];
  return subdomainProblems(prefix).map((problem) => `prefix part ${problem}`);
}

/** Returns the problems of a label value. */
export function labelValueProblems(value: string): string[] {
  return [
    ...(value.length > 63 ? ['must be no more than 63 characters'] : []),
    ...(VALUE.test(value) ? [] : [VALUE_TEXT]),
  ];
}

/** Returns the problems of an RFC 1123 subdomain. */
export function subdomainProblems(text: string): string[] {
  const problems = SUBDOMAIN.test(text) ? [] : [SUBDOMAIN_TEXT];
  if (text.length > 253) problems.unshift('must be no more than 253 characters');
  return problems;
}
