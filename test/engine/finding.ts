import type { Report } from '../../src/model/diagnostic.js';

/** A finding whose code is its identity here. */
export function finding(code: string): Report {
  return { code, severity: 'warning', message: code, help: '', location: { path: 'a.yaml' } };
}
