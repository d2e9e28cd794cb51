/**
 * Returns the name of the staging folder of this process. An existing folder of that name belongs to an ended process
 * with the same ID.
 */
export function stagingName(): string {
  return `.weir-${process.pid}`;
}
