/** What is safe as a word of `nft` and `ip`; shorter than the kernel's IFNAMSIZ (16 with the final zero). */
const INTERFACE_WORD = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$/;

/** Returns true if a name can stand in a ruleset and in a batch of `ip`, which read quotes and comments. */
export function isInterfaceWord(name: string): boolean {
  return INTERFACE_WORD.test(name);
}
