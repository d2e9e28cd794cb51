import type { Finding, Reporter } from '../../../model/diagnostic.js';
import type { IngressController } from '../../../model/ingress-controller.js';
import type { ExposeIntent, ExposedService } from '../../../model/intent/expose.js';
import { messages } from '../shared/messages.js';
import { writeMaps } from '../../../haproxy/maps.js';
import { findPatternProblem } from '../../../haproxy/pattern-syntax.js';
import { pathPatternOf, targetOf } from '../../../haproxy/rewrite-target.js';
import { serverWeights } from '../../../haproxy/weights.js';

/**
 * Reports configuration that the proxy rejects (measured with HAProxy) although all checks accept it. Until it is
 * removed, no later change of any Route takes effect.
 */
export function reportRefusals(intent: ExposeIntent, controller: IngressController, report: Reporter): void {
  const { name, keepInvalid } = controller;
  const { cause, policy } = intent;
  const reportAt = (finding: Finding, pointer = '/metadata/annotations'): void => {
    report({ ...finding, location: { origin: cause.origin, pointer }, resource: cause });
  };
  const { connections, connectionRate, requestRate } = policy.rateLimit ?? {};
  for (const limit of [connections, connectionRate, requestRate]) {
    if (limit !== undefined && !isProxyNumber(limit)) reportAt(messages.badRateLimit(keepInvalid, limit, name));
  }
  for (const { field, problem } of intent.proxyObjections ?? []) {
    reportAt(messages.badCertificate(keepInvalid, field, problem, name), `/spec/tls/${field}`);
  }
  if (endsLine(policy.transportSecurity ?? '')) reportAt(messages.brokenTransportSecurity(keepInvalid, name));
  if (isCut(intent, controller)) reportAt(messages.longPath(keepInvalid, LONGEST_LINE, name), '/spec/path');
  if (policy.rewriteTarget === undefined) return;
  const pattern = pathPatternOf(intent);
  if (endsLine(`${pattern}${targetOf(policy.rewriteTarget)}`)) reportAt(messages.brokenRewrite(keepInvalid, name));
  const problem = findPatternProblem(pattern);
  if (problem !== undefined) reportAt(messages.badRewritePath(keepInvalid, intent.path, problem, name));
}

/** Returns true if a text contains a character that the proxy reads as the end of a line, even between quotes. */
function endsLine(text: string): boolean {
  return /[\r\n\0]/.test(text);
}

/** Maximum bytes of a map line. The proxy reads the rest of a longer line as another line. */
const LONGEST_LINE = 16383;
/**
 * Path length that is always safe. A byte of a path takes at most two in a line, and the rest of the line has fewer
 * than this.
 */
const SHORT_PATH = 4000;

function isCut(intent: ExposeIntent, controller: IngressController): boolean {
  if (intent.path.length <= SHORT_PATH) return false;
  const lines = Object.values(writeMaps([intent], controller)).flatMap((map) => map.split('\n'));
  return lines.some((line) => Buffer.byteLength(line) > LONGEST_LINE);
}

/** Minimum difference of shares that is reported. */
const MIN_DIFFERENCE = 0.01;

/** Reports Services whose share differs from their weights, because server weights are whole numbers. */
export function reportRoundedWeights({ cause, services }: ExposeIntent, report: Reporter): void {
  if (services.length === 1) return;
  const present = services.filter(({ weight, servers }) => weight > 0 && servers.length > 0);
  const weights = serverWeights(services);
  const realOf = (service: ExposedService): number => (weights.get(service) ?? 0) * service.servers.length;
  const [wanted, real] = [
    present.reduce((sum, { weight }) => sum + weight, 0),
    present.reduce((sum, service) => sum + realOf(service), 0),
  ];
  for (const service of present.length > 1 ? present : []) {
    const [should, does] = [service.weight / wanted, realOf(service) / real];
    if (Math.abs(should - does) < MIN_DIFFERENCE) continue;
    const finding = messages.roundedWeight(service.name, (should * 100).toFixed(1), (does * 100).toFixed(1));
    report({ ...finding, location: { origin: cause.origin, pointer: '/spec/alternateBackends' }, resource: cause });
  }
}

/** Returns true if the proxy accepts a number of the router. It rejects a plus sign, and the smallest 64-bit number. */
function isProxyNumber(text: string): boolean {
  return !text.startsWith('+') && BigInt(text) !== -(2n ** 63n);
}
