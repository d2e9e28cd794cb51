/** Returns the texts in byte order of their UTF-8, which differs from UTF-16 order beyond the basic plane. */
export function sortByBytes(texts: readonly string[]): string[] {
  // eslint-disable-next-line no-control-regex -- In ASCII both orders are one.
  if (texts.every((text) => /^[\x00-\x7f]*$/.test(text))) return [...texts].sort();
  const keyed = texts.map((text) => ({ text, bytes: Buffer.from(text) }));
  return keyed.sort((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ text }) => text);
}
