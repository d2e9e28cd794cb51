const MAX_EDITS = 2;
/** Maximum length of a name in characters. Longer words are not compared. */
const LONGEST = 100;

/**
 * Returns the choice that a mistyped word most likely means, or undefined if no choice is near. A choice that differs
 * only in case comes first. Else the one with the fewest edits, at most two and at most half of the letters of either
 * word. The first of equals wins.
 */
export function suggest(word: string, choices: readonly string[]): string | undefined {
  if (word.length > LONGEST) return undefined;
  const lowered = word.toLowerCase();
  let nearest: string | undefined;
  let fewest = MAX_EDITS + 1;
  for (const choice of choices) {
    const most = Math.min(fewest - 1, Math.floor(Math.min(word.length, choice.length) / 2));
    if (Math.abs(choice.length - word.length) > most) continue;
    const edits = countEdits(lowered, choice.toLowerCase());
    if (edits <= most) {
      nearest = choice;
      fewest = edits;
    }
  }
  return nearest;
}

/**
 * Returns the suggestion that can replace the word without a decision: no other choice is as near. Else returns
 * undefined.
 */
export function suggestOnly(word: string, choices: readonly string[]): string | undefined {
  const nearest = suggest(word, choices);
  if (nearest === undefined) return undefined;
  const others = choices.filter((choice) => choice !== nearest);
  const second = suggest(word, others);
  if (second === undefined) return nearest;
  const [lowered, edits] = [word.toLowerCase(), (choice: string) => countEdits(lowered, choice.toLowerCase())];
  return edits(second) > edits(nearest) ? nearest : undefined;
}

/** The shortest word of which a letter may be wrong without a doubt about what it means. */
const SHORTEST = 4;

/** Returns the choice that a word certainly means: one that differs only in case, or in one letter after the first. */
export function surelyMeant(word: string, choices: readonly string[]): string | undefined {
  const lowered = word.toLowerCase();
  const same = choices.filter((choice) => choice !== word && choice.toLowerCase() === lowered);
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  const nearest = word.length < SHORTEST ? undefined : suggestOnly(word, choices);
  const isSure = nearest?.[0]?.toLowerCase() === lowered[0] && countEdits(lowered, nearest?.toLowerCase() ?? '') === 1;
  return isSure ? nearest : undefined;
}

/** Returns the Levenshtein distance of two words, computed by rows of the table. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
  }
  return row[to.length] ?? 0;
}

/** Returns `: did you mean 'worker-2'?` for the choice that a mistyped word is near, or '' if there is none. */
export function suggestionText(word: string, choices: readonly string[]): string {
  const meant = suggest(word, choices);
  return meant === undefined ? '' : `: did you mean '${meant}'?`;
}
