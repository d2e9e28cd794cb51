import { defineFinding } from '../model/catalogue.js';

/** What is reported of YAML that readers understand differently. */
export const messages = {
  ambiguousScalar: defineFinding({
    code: 'yaml/ambiguous-scalar',
    severity: 'warning',
    summary: 'A value means different things to different YAML readers.',
    why: 'The value in the cluster may differ from the one that its author had in mind.',
    fix: 'write the value as kubectl reads it, or put it in quotes',
    message: (text: string, value: string) => `'${text}' means ${value} to kubectl, but not to other YAML readers`,
    help: (text, value) => `write ${value}, or "${text}" in quotes if it is meant as text`,
  }),
  markerBehindJson: defineFinding({
    code: 'yaml/marker-behind-json',
    severity: 'warning',
    summary: 'A document marker follows a JSON object.',
    why: 'kubectl reads a file that starts with a brace as JSON, and stops with an error at the marker.',
    fix: 'write `---` in the first line, too, or remove the markers between the objects',
    message: () => "'---' after a JSON object: kubectl stops with an error here, Weir reads the following objects",
  }),
  mergeReplaces: defineFinding({
    code: 'yaml/merge-replaces-key',
    severity: 'warning',
    summary: 'A merge key below a key replaces it for some YAML readers.',
    why: 'kubectl and other tools read different values from the same file.',
    fix: 'put `<<` first in its mapping: keys below it replace merged ones for every reader',
    message: (key: string) => `'<<' replaces the key '${key}' above it for kubectl, but not for other YAML readers`,
  }),
};
