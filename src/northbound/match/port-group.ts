import { type Expression, parseMatch } from './expression.js';

/** A port group that must contain the port of a packet for a match to apply. */
export interface NeededGroup {
  readonly field: string;
  readonly name: string;
}

/** Matches whose port group can be extracted without parsing: `(…) && inport == @group && …`. */
const PLAIN_GROUP = /^(?:\([^()@]*\) && )?((?:in|out)port) == @(\w+)(?= &&|$)/;

/** Returns a port group that must contain `inport` or `outport` for a match to apply. */
export function groupNeededIn(written: string): NeededGroup | undefined {
  if (!written.includes('@')) return undefined;
  const [, field, name] = PLAIN_GROUP.exec(written) ?? [];
  if (field !== undefined && name !== undefined) return { field, name };
  const match = parseMatch(written);
  return match && groupNeededBy(match);
}

function groupNeededBy(match: Expression): NeededGroup | undefined {
  if (match.type === 'and') {
    for (const part of match.parts) {
      const group = groupNeededBy(part);
      if (group !== undefined) return group;
    }
  }
  if (match.type !== 'comparison' || match.relation !== '==' || !match.field.endsWith('port')) return undefined;
  const [only, ...more] = match.constants;
  return more.length === 0 && only?.type === 'port-group' ? { field: match.field, name: only.name } : undefined;
}
