import type { DroppedConnection } from '../../model/dropped-connection.js';
import { aloneText, portsText, ruleText } from '../let-pass.js';

/** The first rule that matches decides: one before it lets the connection pass. */
export function letPass(dropped: DroppedConnection): string {
  const rule = `{type: Allow, to: {cidrSelector: ${aloneText(dropped.destination)}}${portsText(dropped)}}`;
  return `insert ${rule} at ${ruleText(dropped)}`;
}
