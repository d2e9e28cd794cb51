/** Advice for an invalid label selector. */
export const SELECTOR_ADVICE = 'use the operators In and NotIn (with values), Exists and DoesNotExist (without values)';
