import type { Connected } from './client.js';
import type { ClientOptions } from './options.js';

export type * from './client.js';
export type { ClientOptions, Timeouts, TlsIdentity } from './options.js';
export type { Comparison, Condition, Mutation, Operation } from './operation.js';
export type { BaseType, DatabaseColumn, DatabaseSchema, DatabaseTable } from './schema.js';
export { elementsOf, entriesOf, uuidOf } from './notation.js';
export type { Atom, Json, OvsdbMap, OvsdbRow, OvsdbSet, OvsdbValue, Uuid } from './notation.js';
export { type ParsedRemotes, type Remote, formatRemote, parseRemotes } from './remote.js';
export { type SchemaGap, findSchemaGaps } from './schema-gaps.js';

/**
 * Connects to a database: to the first remote that serves it and, where it is clustered, is joined to its cluster and
 * (unless `leaderOnly` is false) leads it. Gives up at once where trying again is of no use, else when `timeouts.connect` is
 * over; the problems then name each remote and why it did not do.
 */
export declare function connect(options: ClientOptions): Promise<Connected>;
