/** Returns a phrase as a sentence: a capital letter at its start and a full stop at its end. */
export function toSentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}
