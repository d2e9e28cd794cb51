const MAX = 5;

/** Names for a message: at most five, or `most`, then how many more there are. */
export function listNames(names: readonly string[], most = MAX): string {
  return listItems(names, (name) => name, most);
}

/** Pods for a message, as `<namespace>/<name>`: at most five, then how many more there are. */
export function listPods(pods: readonly { readonly namespace: string; readonly name: string }[]): string {
  return listItems(pods, ({ namespace, name }) => `${namespace}/${name}`, MAX);
}

/** Returns a list of items. Only the shown ones are formatted. */
function listItems<T>(items: readonly T[], textOf: (item: T) => string, most: number): string {
  const shown = items.slice(0, most).map(textOf).join(', ');
  return items.length > most ? `${shown} and ${items.length - most} more` : shown;
}
