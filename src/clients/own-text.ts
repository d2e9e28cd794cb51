/** A comment of a pull request on GitHub, or a note of a merge request on GitLab. */
export interface HostedText {
  readonly id: number;
  readonly author: unknown;
  readonly body: string;
}

/** Operations on them at a hosting service. */
export interface TextChanges {
  readonly create: (text: string) => Promise<unknown>;
  readonly update: (id: number, text: string) => Promise<unknown>;
  readonly remove: (id: number) => Promise<unknown>;
}

/**
 * Sets the text of an author that starts with the marker to the body. Removes it if `body` is undefined. `texts`: the
 * existing ones, the one to keep first. Other users can write the marker, too, so only texts of the author are changed.
 */
export async function setOwnText(
  texts: readonly HostedText[],
  author: unknown,
  marker: string,
  body: string | undefined,
  { create, update, remove }: TextChanges,
): Promise<void> {
  const [own, ...doubles] = texts.filter((one) => one.author === author && one.body.startsWith(marker));
  for (const { id } of doubles) await remove(id);
  if (body === undefined) {
    if (own) await remove(own.id);
    return;
  }
  const text = `${marker}\n${body}`;
  if (!own) await create(text);
  else if (own.body !== text) await update(own.id, text);
}
