const MOST = 5;

/** Names for a message: at most five, then how many more there are. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST).join(', ');
  return names.length > MOST ? `${shown} and ${names.length - MOST} more` : shown;
}
