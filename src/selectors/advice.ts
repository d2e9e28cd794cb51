/** What to do about a label selector that is not valid. */
export const SELECTOR_ADVICE = 'use the operators In and NotIn (with values), Exists and DoesNotExist (without values)';
