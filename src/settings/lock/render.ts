import type { Lock } from '../../model/lock.js';

const HEADER = '# Assignments made so far. Weir keeps this file: commit it, and review its changes.\n';

/** Text that every YAML reader takes for itself without quotes: it begins with a letter and has no `: ` or ` #`. */
const PLAIN = /^[a-z][a-z0-9.-]*(\/[a-z0-9.-]+)?$/;
/** An IPv4 address: four numbers are no number. */
const DOTTED = /^\d+\.\d+\.\d+\.\d+$/;
const WORD = /^(y|n|yes|no|on|off|true|false|null)$/;

/** A lock as the text of a new `weir.lock.yaml`; '' for one that locks nothing. The same content gives the same bytes. */
export function renderLock({ egressIPs, egressServices }: Lock): string {
  const lines: string[] = [];
  if (egressIPs.size > 0) lines.push('egressIPs:');
  for (const [name, { mark, addresses }] of egressIPs) {
    lines.push(mark === undefined && addresses.size === 0 ? `  ${quote(name)}: {}` : `  ${quote(name)}:`);
    if (mark !== undefined) lines.push(`    mark: ${mark}`);
    if (addresses.size > 0) lines.push('    addresses:');
    for (const [address, node] of addresses) lines.push(`      ${quote(address)}: ${quote(node)}`);
  }
  if (egressServices.size > 0) lines.push('egressServices:');
  for (const [name, host] of egressServices) lines.push(`  ${quote(name)}: ${quote(host)}`);
  return lines.length === 0 ? '' : `${HEADER}${lines.join('\n')}\n`;
}

function quote(text: string): string {
  return isPlain(text) ? text : JSON.stringify(text);
}

/** Whether every YAML reader takes a text for itself without quotes. */
export function isPlain(text: string): boolean {
  return (PLAIN.test(text) && !WORD.test(text)) || DOTTED.test(text);
}
