import type { Suggestion } from './suggest.js';

/** Words that YAML 1.1 or 1.2 does not read as text. */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|inf|nan)$/i;
/** Text that every YAML parser reads as text: names, networks, ports. */
const PLAIN = /^(?:[a-z][a-z0-9.-]*|\d+\.\d+\.\d+\.\d+(?:\/\d+)?|\d+(?:-\d+)?\/[A-Z]+|[A-Z]{3,4})$/;

/** Formats expectations as a file, one field per line in the given order. */
export function renderExpectations(expectations: readonly Suggestion[]): string {
  if (expectations.length === 0) return 'expectations: []\n';
  const items = expectations.map(({ name, ...fields }) => {
    const lines = Object.entries(fields).map(([field, value]) => `    ${field}: ${renderValue(value)}\n`);
    return `  - name: ${renderName(name)}\n${lines.join('')}`;
  });
  return `expectations:\n${items.join('')}`;
}

/**
 * Quotes a name if necessary. Suggested names are words with blanks, in which only the name of a namespace can need
 * quotes.
 */
function renderName(name: string): string {
  return /^[a-z][A-Za-z0-9 .,/-]*$/.test(name) && name.includes(' ') ? name : JSON.stringify(name);
}

function renderValue(value: unknown): string {
  if (typeof value === 'string') return PLAIN.test(value) && !RESERVED.test(value) ? value : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(renderValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([field, one]) => `${field}: ${renderValue(one)}`)
    .join(', ')} }`;
}
