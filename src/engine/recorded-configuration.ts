import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from '../model/configuration.js';
import { type RecordedInput, createRecordedInput } from './record-fields.js';

/** Creates an input of a configuration. Its fields are recorded one by one, and compared by content. */
export function createRecordedConfiguration(name: string): RecordedInput<Configuration> {
  return createRecordedInput<Configuration>(name, { same: isDeepStrictEqual });
}
