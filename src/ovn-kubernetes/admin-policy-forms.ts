import type { AdminPolicyForms } from '../model/release.js';

/** Errors of rules one by one. */
export const listRuleErrors: AdminPolicyForms['ruleErrors'] = (errors) =>
  errors.map(
    ({ prefix, name, direction, index, text }) =>
      `cannot create ${prefix.toLowerCase()} ${direction.toLowerCase()} Rule ${index} in ${prefix} ${name}: ${text}`,
  );

/** Errors of rules as one text, each before those that were found earlier. The policy is called ANP whatever its kind is. */
export const nestRuleErrors: AdminPolicyForms['ruleErrors'] = (errors) => {
  const texts = errors.map(
    ({ prefix, name, direction, index, text }) =>
      `error: cannot create ${prefix.toLowerCase()} ${direction.toLowerCase()} Rule ${index} in ANP ${name} - ${text}: `,
  );
  return texts.length === 0 ? [] : [texts.reverse().join('')];
};

/** Values as JSON. */
export function jsonValues(values: readonly string[]): string {
  return values.length === 0 ? 'null' : JSON.stringify(values);
}

/** Values as Go writes a slice of strings in its own syntax. */
export function goValues(values: readonly string[]): string {
  return values.length === 0 ? '[]string(nil)' : `[]string{${values.map((value) => JSON.stringify(value)).join(', ')}}`;
}
