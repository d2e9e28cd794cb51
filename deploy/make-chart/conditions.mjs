import { CHOICES, TOPOLOGIES } from './variants.mjs';

/** `node-lease-admission` as the name of a value. */
export const valueName = (choice) => choice.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());

const LITERALS = [
  ...TOPOLOGIES.map((name) => ({ text: `eq .Values.topology "${name}"`, holds: ({ topology }) => topology === name })),
  ...CHOICES.flatMap((choice) => {
    const text = `.Values.components.${valueName(choice)}`;
    const isChosen = ({ choices }) => choices.includes(choice);
    return [
      { text, holds: isChosen },
      { text: `not ${text}`, holds: (variant) => !isChosen(variant) },
    ];
  }),
];

const bracket = ({ text }) => (text.includes(' ') ? `(${text})` : text);
const both = (one, other) => ({
  text: `and ${bracket(one)} ${bracket(other)}`,
  holds: (variant) => one.holds(variant) && other.holds(variant),
});
const either = (one, other) => ({
  text: `or ${bracket(one)} ${bracket(other)}`,
  holds: (variant) => one.holds(variant) || other.holds(variant),
});

function* candidates() {
  yield* LITERALS;
  for (const join of [both, either])
    for (const [index, one] of LITERALS.entries())
      for (const other of LITERALS.slice(index + 1)) yield join(one, other);
  for (const one of LITERALS)
    for (const [index, left] of LITERALS.entries())
      for (const right of LITERALS.slice(index + 1)) yield both(one, either(left, right));
}

const CANDIDATES = [...candidates()];

/**
 * The simplest condition, as the text of a template, that holds for `some` of the variants and for no others of `all`. Undefined
 * if it holds for all. Throws an Error if there is none: then a component depends on more than two others.
 */
export function findCondition(some, all) {
  if (some.length === all.length) return undefined;
  const isIn = new Set(some);
  const found = CANDIDATES.find(({ holds }) => all.every((variant) => holds(variant) === isIn.has(variant)));
  if (!found)
    throw new Error(`no condition for ${JSON.stringify(some.map(({ topology, choices }) => [topology, choices]))}`);
  return found.text;
}
