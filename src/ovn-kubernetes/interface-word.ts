/** Pattern of a safe word for `nft` and `ip`. It is shorter than the kernel's IFNAMSIZ (16 with the final zero). */
const INTERFACE_WORD = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$/;

/** Returns true if a name is safe in a ruleset and in a batch of `ip`, which parse quotes and comments. */
export function isInterfaceWord(name: string): boolean {
  return INTERFACE_WORD.test(name);
}
