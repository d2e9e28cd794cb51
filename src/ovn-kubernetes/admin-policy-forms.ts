import type { AdminPolicyForms } from '../model/release.js';

/** Returns the errors of rules one by one. */
export const listRuleErrors: AdminPolicyForms['ruleErrors'] = (errors) =>
  errors.map(
    ({ prefix, name, direction, index, text }) =>
      `cannot create ${prefix.toLowerCase()} ${direction.toLowerCase()} Rule ${index} in ${prefix} ${name}: ${text}`,
  );

/**
 * Returns the errors of rules as one text, each before those found earlier. The policy is called ANP regardless of its
 * kind.
 */
export const nestRuleErrors: AdminPolicyForms['ruleErrors'] = (errors) => {
  const texts = errors.map(
    ({ prefix, name, direction, index, text }) =>
      `error: cannot create ${prefix.toLowerCase()} ${direction.toLowerCase()} Rule ${index} in ANP ${name} - ${text}: `,
  );
  return texts.length === 0 ? [] : [texts.reverse().join('')];
};

/** Formats values as JSON. */
export function jsonValues(values: readonly string[]): string {
  return values.length === 0 ? 'null' : JSON.stringify(values);
}

/** Formats values in Go's syntax for a slice of strings. */
export function goValues(values: readonly string[]): string {
  return values.length === 0 ? '[]string(nil)' : `[]string{${values.map((value) => JSON.stringify(value)).join(', ')}}`;
}
