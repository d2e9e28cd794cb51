/** A packet at the point at which a match is evaluated. */
export interface MatchSubject {
  /** The number in a field, or undefined if the packet lacks the header. */
  readonly number: (field: string) => bigint | undefined;
  /** The port in `inport` or `outport`, or undefined if none is known yet. */
  readonly port: (field: string) => string | undefined;
  readonly isInAddressSet: (name: string, value: bigint) => boolean;
  readonly isInPortGroup: (name: string, port: string) => boolean;
  readonly isResident: (port: string) => boolean;
}
