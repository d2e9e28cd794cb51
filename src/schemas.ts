import { objectSchemasOf } from './compile/2-validate/object-schema.js';
import { endSchema, expectationsSchema } from './expectations/schema.js';
import { kinds } from './kinds/index.js';
import { configurationSchema } from './settings/configuration/schema.js';
import { fleetSchema } from './settings/fleet/schema.js';
import { lockSchema } from './settings/lock/schema.js';
import type { JsonObject } from './std/json.js';

/** All schemas that Weir validates by. The build writes a validator for each, and the package contains no others. */
export const schemas: readonly JsonObject[] = [
  configurationSchema,
  lockSchema,
  fleetSchema,
  expectationsSchema,
  endSchema,
  ...kinds.flatMap(objectSchemasOf),
];
