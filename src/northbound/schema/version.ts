/**
 * Returns true if the schema version `target` includes an element added in version `since`, both `major.minor.patch`. A
 * component that is missing or not a number counts as 0.
 */
export function isAvailable(since: string, target: string): boolean {
  const wanted = since.split('.', 3);
  const given = target.split('.', 3);
  for (let part = 0; part < 3; part++) {
    const difference = numberOf(given[part]) - numberOf(wanted[part]);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function numberOf(part: string | undefined): number {
  return Number(part ?? 0) || 0;
}
