// The stand-in servers of the tests, for programs that measure the built command.
export { startRig } from '../apply/cluster/setup.js';
export { startServer } from '../apply/northbound/northbound.js';
export { MORE_KINDS } from '../cli/live/cluster.js';
export { schemaFileOf } from '../rig/schema-file.js';
