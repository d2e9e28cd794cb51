/**
 * Returns true if results that are remembered are to be checked: with the environment variable `WEIR_VERIFY=1`, each
 * question runs its queries again, and a different result is a bug.
 */
export function isSelfChecked(): boolean {
  return process.env.WEIR_VERIFY === '1';
}
