/** A packet where a match is looked at. */
export interface MatchSubject {
  /** The number in a field, or undefined if the packet has no such header. */
  readonly number: (field: string) => bigint | undefined;
  /** `inport` or `outport`, or undefined if none is known yet. */
  readonly port: (field: string) => string | undefined;
  readonly isInAddressSet: (name: string, value: bigint) => boolean;
  readonly isInPortGroup: (name: string, port: string) => boolean;
  readonly isResident: (port: string) => boolean;
}
