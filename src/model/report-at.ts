import type { Finding, Report, Reporter, ResourceName } from './diagnostic.js';
import type { Manifest } from './manifest.js';

/** Reports a finding at a place of one object, with the places that explain it. */
export type ReportAt = (finding: Finding, pointer: string, related?: Report['related']) => void;

/** Reports at places of an object. */
export function createReportAt(object: ResourceName & Pick<Manifest, 'origin'>, report: Reporter): ReportAt {
  return (finding, pointer, related) => {
    const { kind, namespace, name, origin } = object;
    const resource = { kind, namespace, name };
    report({ ...finding, location: { origin, pointer }, resource, ...(related ? { related } : {}) });
  };
}
