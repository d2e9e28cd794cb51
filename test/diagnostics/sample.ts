import type { Diagnostic, Findings } from '../../src/model/diagnostic.js';

/** A diagnostic with everything that a test does not care about filled in. */
export function diagnostic(parts: Partial<Diagnostic> = {}): Diagnostic {
  return {
    code: 'egress-firewall/bad-cidr',
    severity: 'error',
    message: "'10.0.0.300/8' is not a CIDR",
    help: 'use an address with a prefix length, for example 203.0.113.0/24',
    related: [],
    ...parts,
  };
}

/** One that points at a place. */
export function diagnosticAt(file: string, line: number, column = 1, parts: Partial<Diagnostic> = {}): Diagnostic {
  return diagnostic({ at: { file, line, column, length: 1 }, excerpt: 'kind: EgressFirewall', ...parts });
}

/** Diagnostics of which none is left out. */
export function all(diagnostics: readonly Diagnostic[]): Findings {
  return { diagnostics, omitted: [] };
}
