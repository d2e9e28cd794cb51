/** Words and phrases that the field has better terms for, and the term. */
const RETIRED = new Map([
  ['mend', 'fix'],
  ['mends', 'fixes'],
  ['mended', 'fixed'],
  ['mending', 'fixing'],
  ['remedy', 'fix'],
  ['put right', 'fix'],
  ['gravest', 'most severe'],
  ['dead man', 'rollback timer'],
  ['throwaway', 'temporary'],
  ['stand-in', 'placeholder'],
  ['stand-ins', 'placeholders'],
  ['becomes of', 'outcome'],
  ['take apart', 'split'],
  ['takes apart', 'splits'],
  ['taken apart', 'split'],
  ['in vain', 'without effect'],
  ['counts before', 'takes precedence over'],
  ['goes before', 'takes precedence over'],
  ['sound output', 'valid output'],
  ['rendered folder', 'output folder'],
  ['work tree', 'working tree'],
  ['departure', 'lock mismatch or egress path'],
  ['departures', 'lock mismatches or egress paths'],
  ['nothing is known', 'unknown'],
  ['speaks of', 'reports'],
  ['tells of', 'reports'],
  ['told by', 'from'],
  ['whom', 'peer'],
]);

/** Subjects that name no component. A sentence names the user, author, caller or controller. */
const VAGUE_ACTORS = /\b(?:nobody|somebody|anybody|everybody|whoever|whatever)\b/i;

/** Uses of a vague actor that stay, and why. */
const ALLOWED_ACTORS = [
  // A value of JSON output: an assignment without a source, or an expectation without pods.
  /'nobody'/,
];

/**
 * Conditions that start with "where", which means a place: after a comma, at the start of a sentence, before a subject that is no
 * place, or before a state.
 */
const CONDITIONAL_WHERE = [
  /, where [a-z`]/,
  /(?:^|[.:*/] )Where [^?]*, /,
  /\bwhere (?:it|they|there|nothing|none|no|one|another|an?|you) /,
  /\bwhere \S+ (?:is|are|has|have|needs?|allows?) /,
];

const compile = (words) => new RegExp(`\\b(?:${words.join('|').replaceAll(' ', '\\s')})\\b`, 'gi');

/** Returns one message for each line of a text for which `find` returns problems. */
function findInLines(files, find) {
  return files.flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => find(line).map((problem) => `${path}:${index + 1}: ${problem}`)),
  );
}

/** Returns one message for each retired word, with its file and line. */
export function findRetiredWords(files) {
  const pattern = compile([...RETIRED.keys()]);
  return findInLines(files, (line) =>
    [...line.matchAll(pattern)].map(([word]) => `found '${word}', expected '${RETIRED.get(word.toLowerCase())}'`),
  );
}

/** Returns one message for each line with a vague actor. */
export function findVagueActors(files) {
  return findInLines(files, (line) => {
    const [actor] = VAGUE_ACTORS.exec(ALLOWED_ACTORS.reduce((rest, one) => rest.replace(one, ''), line)) ?? [];
    return actor === undefined ? [] : [`found '${actor}', expected the user, author, caller or controller`];
  });
}

/** Returns one message for each line with a condition that starts with "where". */
export function findConditionalWhere(files) {
  return findInLines(files, (line) =>
    CONDITIONAL_WHERE.some((one) => one.test(line))
      ? [`found a condition with 'where', expected 'if', 'when' or 'unless'`]
      : [],
  );
}
