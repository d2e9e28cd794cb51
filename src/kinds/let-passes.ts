import type { LetPass } from '../model/dropped-connection.js';
import { kinds } from './index.js';

/** Kind → what would let a connection pass that one of its objects drops. */
export const letPasses: ReadonlyMap<string, LetPass> = new Map(
  kinds.flatMap(({ kind, letPass }) => (letPass === undefined ? [] : [[kind, letPass] as const])),
);
