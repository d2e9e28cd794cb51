const MOST = 5;

/** Texts for a message: at most five, then how many more there are. */
export function listTexts(texts: readonly string[]): string {
  const shown = texts.slice(0, MOST).join(', ');
  return texts.length > MOST ? `${shown} and ${texts.length - MOST} more` : shown;
}
