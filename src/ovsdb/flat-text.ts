/**
 * The same text in one piece. A text made by `+` is a tree of its parts until something reads it; thousands of such
 * trees kept for later cost the garbage collector more than making them did.
 */
export function flat(text: string): string {
  return text.charCodeAt(0) < 0 ? '' : text;
}
