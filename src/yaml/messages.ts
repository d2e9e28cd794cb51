import { defineFinding } from '../model/catalogue.js';

/** What is reported of YAML that readers understand differently. */
export const messages = {
  ambiguousScalar: defineFinding({
    code: 'yaml/ambiguous-scalar',
    severity: 'warning',
    summary: 'YAML readers interpret a value differently.',
    why: 'The value in the cluster may differ from the value in other tools.',
    fix: 'use the value that kubectl reads, or quote it',
    message: (text: string, value: string) => `kubectl reads '${text}' as ${value}, but other YAML readers do not`,
    help: (text, value) => `use ${value}, or "${text}" in quotes for a string`,
  }),
  markerBehindJson: defineFinding({
    code: 'yaml/marker-behind-json',
    severity: 'warning',
    summary: 'A document marker follows a JSON object.',
    why: 'kubectl reads a file that starts with a brace as JSON, and fails at the marker.',
    fix: 'add `---` also before the first object, or remove the markers between the objects',
    message: () => "'---' follows a JSON object, so kubectl fails here, but Weir reads the following objects",
  }),
  mergeReplaces: defineFinding({
    code: 'yaml/merge-replaces-key',
    severity: 'warning',
    summary: 'A merge key replaces an earlier key for some YAML readers.',
    why: 'kubectl and other tools read different values from the same file.',
    fix: 'move `<<` to the top of its mapping',
    message: (key: string) => `'<<' replaces the earlier key '${key}' for kubectl, but not for other YAML readers`,
  }),
};
