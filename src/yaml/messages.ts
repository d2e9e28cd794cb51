import { defineFinding } from '../model/catalogue.js';

/** What is reported of YAML that readers understand differently. */
export const messages = {
  ambiguousScalar: defineFinding({
    code: 'yaml/ambiguous-scalar',
    severity: 'warning',
    summary: 'A value means different things to different YAML readers.',
    why: 'The value in the cluster may differ from the one that its author had in mind.',
    mend: 'write the value as kubectl reads it, or put it in quotes',
    message: (text: string, value: string) =>
      `'${text}' means ${value} to kubectl and something else to other YAML readers`,
    help: (text, value) => `write ${value}, or "${text}" in quotes if it is meant as text`,
  }),
  mergeReplaces: defineFinding({
    code: 'yaml/merge-replaces-key',
    severity: 'warning',
    summary: 'A merge key below a key replaces it for some YAML readers.',
    why: 'kubectl and other tools read different values from the same file.',
    mend: 'put `<<` first in its mapping: what is written below it replaces what it merges, to every reader',
    message: (key: string) =>
      `'<<' replaces '${key}', which is written above it, to kubectl, and not to other YAML readers`,
  }),
};
