import { type Ingress, type IngressPath, readIngress } from '../../ingress/read-ingress.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { parseAddress } from '../../net/address.js';
import { subdomainProblems } from '../../selectors/syntax.js';
import { messages } from './messages.js';

/** Reports what the API server refuses in an Ingress besides its schema (Kubernetes, `ValidateIngress`). */
export function checkIngress(manifest: Manifest, report: Reporter): void {
  const ingress = readIngress(manifest);
  const reportAt = createReportAt(manifest, report);
  if (ingress.rules.length === 0 && !ingress.hasDefaultBackend) reportAt(messages.noRules(), '/spec');
  for (const [index, { host, paths = [] }] of ingress.rules.entries()) {
    const pointer = `/spec/rules/${index}`;
    if (host !== '' && !isHost(host)) reportAt(messages.badHost(host), `${pointer}/host`);
    for (const [place, path] of paths.entries()) checkPath(path, `${pointer}/http/paths/${place}`, reportAt);
  }
  checkHosts(ingress, reportAt);
}

function checkHosts({ tls }: Ingress, reportAt: ReportAt): void {
  for (const [index, { hosts }] of tls.entries()) {
    for (const [place, host] of hosts.entries()) {
      if (!isHost(host)) reportAt(messages.badHost(host), `/spec/tls/${index}/hosts/${place}`);
    }
  }
}

/** Labels may be of any length here, though no Route can be made of one that is longer than 63 characters. */
function isHost(host: string): boolean {
  return parseAddress(host) === undefined && subdomainProblems(host.replace(/^\*\./, '')).length === 0;
}

/** What a path must not contain, plain or encoded. */
const FORBIDDEN = /\/\/|\/\.\/|\/\.\.\/|%2f|\/\.\.$|\/\.$/i;

function checkPath({ path, pathType, service }: IngressPath, pointer: string, reportAt: ReportAt): void {
  const isLoose = pathType === 'ImplementationSpecific' && path === '';
  if (!isLoose && !path.startsWith('/')) reportAt(messages.badPath(path, 'it must start with /'), `${pointer}/path`);
  else if (pathType !== 'ImplementationSpecific' && FORBIDDEN.test(path)) {
    reportAt(messages.badPath(path, 'it must not contain //, /./, /../ or %2f'), `${pointer}/path`);
  }
  if (service && (service.portName === '') === (service.portNumber === 0)) {
    reportAt(messages.badBackend(service.name), `${pointer}/backend/service`);
  }
}
