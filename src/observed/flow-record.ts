/** What a source says about the packets of a record. */
export type ObservedVerdict = 'allowed' | 'dropped' | 'unknown';

/** What a source says about the direction of a record: from client to server, or back. */
export type ObservedRole = 'request' | 'reply' | 'unknown';

/**
 * A record of a source of flows. Readers reuse one object for all records, so a receiver must not keep it. Addresses are
 * numbers of an `AddressNumbers`.
 */
export interface FlowRecord {
  source: number;
  destination: number;
  /** 0 if unknown or if the protocol has no ports. */
  sourcePort: number;
  destinationPort: number;
  /** Protocol number (IANA): 6 is TCP. */
  protocol: number;
  /** Milliseconds since 1970. NaN if unknown. */
  first: number;
  last: number;
  /** Number of connections or packets that the record stands for. */
  count: number;
  verdict: ObservedVerdict;
  role: ObservedRole;
}

/** Numbers addresses. Equal addresses have the same number. */
export interface AddressNumbers {
  /** Returns the number of the address in `bytes[start, end)`, or -1 if the text is not an address. */
  readonly ofBytes: (bytes: Uint8Array, start: number, end: number) => number;
  /** Returns the number of an address in any notation, or -1. */
  readonly ofText: (text: string) => number;
}

/** Receives the records of a file. */
export interface RecordSink {
  readonly numbers: AddressNumbers;
  readonly add: (record: FlowRecord) => void;
  /** Called for an entry that is valid and not about a flow. */
  readonly skip: () => void;
}

/** Creates a record without an address. */
export function createRecord(): FlowRecord {
  return {
    source: -1,
    destination: -1,
    sourcePort: 0,
    destinationPort: 0,
    protocol: 0,
    first: NaN,
    last: NaN,
    count: 1,
    verdict: 'unknown',
    role: 'unknown',
  };
}

/** Protocol numbers of IANA by name, in lower case. */
const PROTOCOLS: ReadonlyMap<string, number> = new Map([
  ['tcp', 6],
  ['udp', 17],
  ['sctp', 132],
  ['icmp', 1],
  ['icmpv6', 58],
]);

/** Returns the protocol number of a name such as `TCP`, or of a number as text. Returns -1 for another text. */
export function protocolNumberOf(text: string): number {
  const named = PROTOCOLS.get(text.toLowerCase());
  if (named !== undefined) return named;
  return /^[0-9]{1,3}$/.test(text) && Number(text) < 256 ? Number(text) : -1;
}

/** Returns a port as a number, 0 for an empty text and -1 for another one that is not a port. */
export function portOf(text: string): number {
  if (text === '') return 0;
  return /^[0-9]{1,5}$/.test(text) && Number(text) < 65_536 ? Number(text) : -1;
}

/** Returns a time in milliseconds from seconds or milliseconds since 1970 or RFC 3339, or NaN. */
export function parseFlowTime(text: string): number {
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(text)) {
    const value = Number(text);
    // As milliseconds, such a small number would be in the first months of 1970.
    return value < 1e11 ? 1000 * value : value;
  }
  // Fractions of more than three digits are cut: not every engine reads them.
  return Date.parse(text.replace(/(\.[0-9]{3})[0-9]+/, '$1'));
}
