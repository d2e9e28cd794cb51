/** Formats a time in milliseconds since 1970 as `MicroTime` of the Kubernetes API, with six digits of a second. */
export function formatMicroTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z');
}
