import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { createReportAt } from '../../model/report-at.js';
import { messages } from './messages.js';
import { isNodeLabel, nodeLabelOf } from './node-label.js';
import { isRouteTable } from './route-table.js';
import { specOf } from './parse.js';

/** Reports invalid or ineffective parts of an EgressService that do not depend on the cluster. */
export function checkEgressService(manifest: Manifest, report: Reporter): void {
  const { sourceIPBy, nodeSelector, network = '' } = specOf(manifest);
  const reportAt = createReportAt(manifest, report);
  const byNetwork = sourceIPBy === 'Network';
  if (network !== '' && !isRouteTable(network)) reportAt(messages.badNetwork(network), '/spec/network');
  if (byNetwork && network === '') reportAt(messages.noNetwork(), '/spec');
  if (byNetwork && nodeSelector && Object.keys(nodeSelector).length > 0) {
    reportAt(messages.unusedSelector(), '/spec/nodeSelector');
  }
  const label = nodeLabelOf(manifest.namespace, manifest.name);
  if (!byNetwork && !isNodeLabel(label)) reportAt(messages.labelTooLong(label), '/metadata/name');
}
