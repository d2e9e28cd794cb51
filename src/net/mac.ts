/** Returns true if the text is a MAC address of six octets separated by colons. */
export function isMac(text: string): boolean {
  return /^[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}$/.test(text);
}
