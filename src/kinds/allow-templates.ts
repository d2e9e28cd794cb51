import type { AllowTemplate } from '../model/dropped-connection.js';
import { kinds } from './index.js';

/** Kind → what would let a connection pass that one of its objects drops. */
export const letPasses: ReadonlyMap<string, AllowTemplate> = new Map(
  kinds.flatMap(({ kind, allowTemplate }) => (allowTemplate === undefined ? [] : [[kind, allowTemplate] as const])),
);
