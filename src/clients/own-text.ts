/** A comment of a pull request on GitHub, or a note of a merge request on GitLab. */
export interface HostedText {
  readonly id: number;
  readonly author: unknown;
  readonly body: string;
}

/** How a hosting changes them. */
export interface TextChanges {
  readonly create: (text: string) => Promise<unknown>;
  readonly update: (id: number, text: string) => Promise<unknown>;
  readonly remove: (id: number) => Promise<unknown>;
}

/**
 * Makes the text of an author that begins with the marker say the body, or takes it away when there is no body. `texts` are those
 * that are there, the one to keep of several first. Somebody else may write the marker: only what the author wrote is changed.
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
