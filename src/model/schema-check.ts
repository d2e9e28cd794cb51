import type { JsonObject } from '../std/json.js';
import type { Reporter } from './diagnostic.js';
import type { Origin } from './manifest.js';

/** Checks an object against a JSON Schema, and reports what is wrong at its origin. Returns true if the object is valid. */
export type SchemaCheck = (schema: JsonObject, object: JsonObject, origin: Origin, report: Reporter) => boolean;
