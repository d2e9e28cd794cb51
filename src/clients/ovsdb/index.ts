export type * from './client.js';
export { connectOvsdb } from './connect.js';
export { elementsOf, entriesOf, uuidOf } from './notation.js';
export type { Atom, OvsdbJson, OvsdbMap, OvsdbRow, OvsdbSet, OvsdbValue, Uuid } from './notation.js';
export type { ConditionFunction, Condition, Mutation, OvsdbOperation } from './operation.js';
export type { OvsdbOptions, Timeouts, TlsIdentity } from './options.js';
export { type ParsedRemotes, type Remote, formatRemote, parseRemotes } from './remote.js';
export type { SchemaGap } from './schema-gaps.js';
export type { OvsdbBaseType, DatabaseColumn, DatabaseSchema, DatabaseTable } from './schema.js';
