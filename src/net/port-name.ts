/**
 * The name of a port: at most 15 lower case letters, digits and dashes, with a letter, and no dash at an end or beside
 * another (apimachinery `IsValidPortName`).
 */
export const PORT_NAME_PATTERN = '^(?=[^a-z]*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?$';

const PORT_NAME = new RegExp(PORT_NAME_PATTERN);

/** Returns true if the text is the name of a port. */
export function isPortName(text: string): boolean {
  return PORT_NAME.test(text);
}
