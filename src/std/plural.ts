/** Returns a count and its noun: `1 pod`, `2 pods`. `many`: the plural, if an `s` is not enough. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** Returns the plural of a kind of objects: `CiliumNetworkPolicies`, `HTTPRoutes`. */
export function pluralOfKind(kind: string): string {
  if (/[^aeiou]y$/.test(kind)) return `${kind.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(kind) ? `${kind}es` : `${kind}s`;
}
