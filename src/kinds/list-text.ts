const MOST = 5;

/** Names for a message: at most five, then how many more there are. */
export function listNames(names: readonly string[]): string {
  return listItems(names, (name) => name);
}

/** Pods for a message, as `<namespace>/<name>`: at most five, then how many more there are. */
export function listPods(pods: readonly { readonly namespace: string; readonly name: string }[]): string {
  return listItems(pods, ({ namespace, name }) => `${namespace}/${name}`);
}

/** Of many items only those that are shown are worth their text. */
function listItems<T>(items: readonly T[], textOf: (item: T) => string): string {
  const shown = items.slice(0, MOST).map(textOf).join(', ');
  return items.length > MOST ? `${shown} and ${items.length - MOST} more` : shown;
}
