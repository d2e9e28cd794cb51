import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import type { AdminPolicyMessages } from './messages.js';
import { adminSpecOf } from './spec.js';
import { createReportAt } from '../../model/report-at.js';

/** Returns the check of a rule that the schema cannot express: no named port if a peer is not a pod (CEL of v0.1.5). */
export function createAdminPolicyCheck(messages: AdminPolicyMessages) {
  return (manifest: Manifest, report: Reporter): void => {
    const reportAt = createReportAt(manifest, report);
    for (const [index, { peers, ports }] of adminSpecOf(manifest).egress.entries()) {
      if (peers.every(({ nodes, networks }) => nodes === undefined && networks === undefined)) continue;
      const at = ports.findIndex(({ namedPort }) => namedPort !== undefined);
      const name = ports[at]?.namedPort;
      if (name !== undefined) reportAt(messages.namedPortOutside(name), `/spec/egress/${index}/ports/${at}/namedPort`);
    }
  };
}
