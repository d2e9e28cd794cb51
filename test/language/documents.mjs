/** Maximum words of a sentence in a document. Code counts as one word. */
const MAX_WORDS = 25;

/** Returns the line breaks of a text, so that the lines after it keep their numbers. */
const blank = (text) => text.replace(/[^\n]/g, '');

/**
 * Returns the prose of a Markdown text, on the same lines: without code blocks, tables, headings and comments. Inline code is `_`,
 * and a link is its text.
 */
export function readProse(text) {
  return text
    .replace(/^ *```[^]*?^ *```$/gm, blank)
    .replace(/<!--[^]*?-->/g, blank)
    .replace(/^ *(?:\||#).*$/gm, '')
    .replace(/`[^`]+`/g, (code) => `_${blank(code)}`)
    .replace(/\[([^\]]*)\]\([^)\n]*\)/g, '$1');
}

/**
 * Returns the sentences of a Markdown text, each with the number of its first line, from 1. A list item starts a sentence.
 */
export function sentencesOf(text) {
  const sentences = [];
  let words = [];
  let line = 0;
  const end = () => {
    if (words.length > 0) sentences.push({ line, words });
    words = [];
  };
  readProse(text)
    .split('\n')
    .forEach((row, index) => {
      if (/^\s*(?:$|[-*] |\d+\. )/.test(row)) end();
      for (const word of row.replace(/^\s*(?:[-*]|\d+\.) /, '').split(/\s+/)) {
        if (words.length === 0) line = index + 1;
        if (/\w/.test(word)) words.push(word);
        // A label in bold type is no part of the sentence after it.
        if (/[.!?]["')*]*$/.test(word) || /^\**[^*]*:\*\*$/.test(word)) end();
      }
    });
  end();
  return sentences;
}

/** Returns one message for each sentence of a document that is too long, has a semicolon, or starts with "Of". */
export function findSentences(files) {
  return files.flatMap(([path, text]) =>
    sentencesOf(text).flatMap(({ line, words }) => {
      const start = `${path}:${line}: `;
      const quoted = `'${words.slice(0, 6).join(' ')} …'`;
      return [
        ...(words.length > MAX_WORDS
          ? [`${start}a sentence has ${words.length} words, expected at most ${MAX_WORDS}: ${quoted}`]
          : []),
        ...(words.some((word) => word.endsWith(';'))
          ? [`${start}found a semicolon, expected two sentences: ${quoted}`]
          : []),
        ...(words[0] === 'Of' ? [`${start}a sentence starts with 'Of', expected the subject first: ${quoted}`] : []),
      ];
    }),
  );
}
