export type * from './client.js';
export { connect } from './connect.js';
export { elementsOf, entriesOf, uuidOf } from './notation.js';
export type { Atom, Json, OvsdbMap, OvsdbRow, OvsdbSet, OvsdbValue, Uuid } from './notation.js';
export type { Comparison, Condition, Mutation, Operation } from './operation.js';
export type { ClientOptions, Timeouts, TlsIdentity } from './options.js';
export { type ParsedRemotes, type Remote, formatRemote, parseRemotes } from './remote.js';
export type { SchemaGap } from './schema-gaps.js';
export type { BaseType, DatabaseColumn, DatabaseSchema, DatabaseTable } from './schema.js';
