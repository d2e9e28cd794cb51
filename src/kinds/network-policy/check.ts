import type { PolicyPort } from '../../model/intent/policy.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { contains, parsePrefix, withoutLeadingZeros } from '../../net/prefix.js';
import { type LabelSelector, compileSelector, isSelectorProblem } from '../../selectors/selector.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { messages } from './messages.js';
import { type GressRule, type IPBlock, type PolicyPeer, specOf } from './policy.js';

/** Reports violations of the API server's rules beyond the schema (`ValidateNetworkPolicySpec` of Kubernetes 1.35). */
export function checkPolicy(manifest: Manifest, report: Reporter): void {
  const reportAt = createReportAt(manifest, report);
  const { podSelector, rules } = specOf(manifest);
  checkSelector(podSelector, '/spec/podSelector', reportAt);
  rules.Ingress.forEach((rule, index) => {
    checkRule(rule, `/spec/ingress/${index}`, reportAt);
  });
  rules.Egress.forEach((rule, index) => {
    checkRule(rule, `/spec/egress/${index}`, reportAt);
  });
}

function checkRule({ peers, ports, peersPointer }: GressRule, pointer: string, reportAt: ReportAt): void {
  peers.forEach((peer, index) => {
    checkPeer(peer, `${peersPointer}/${index}`, reportAt);
  });
  ports.forEach((port, index) => {
    checkPort(port, `${pointer}/ports/${index}`, reportAt);
  });
}

function checkPeer({ podSelector, namespaceSelector, ipBlock }: PolicyPeer, pointer: string, reportAt: ReportAt): void {
  if (podSelector) checkSelector(podSelector, `${pointer}/podSelector`, reportAt);
  if (namespaceSelector) checkSelector(namespaceSelector, `${pointer}/namespaceSelector`, reportAt);
  if (!ipBlock) return;
  if (podSelector ?? namespaceSelector) reportAt(messages.mixedPeer(), `${pointer}/ipBlock`);
  checkBlock(ipBlock, `${pointer}/ipBlock`, reportAt);
}

function checkSelector(selector: LabelSelector, pointer: string, reportAt: ReportAt): void {
  const compiled = compileSelector(selector);
  if (isSelectorProblem(compiled)) reportAt(messages.badSelector(compiled.text), pointer + compiled.pointer);
}

function checkBlock({ cidr, except = [] }: IPBlock, pointer: string, reportAt: ReportAt): void {
  const block = parsePrefix(withoutLeadingZeros(cidr));
  if (!block) reportAt(messages.badCIDR(cidr), `${pointer}/cidr`);
  for (const [index, text] of except.entries()) {
    const exception = parsePrefix(withoutLeadingZeros(text));
    const at = `${pointer}/except/${index}`;
    if (!exception) reportAt(messages.badCIDR(text), at);
    else if (block && !(block.length < exception.length && contains(block, { ...exception, value: exception.base })))
      reportAt(messages.exceptOutside(text, cidr), at);
  }
}

function checkPort({ port, endPort }: PolicyPort, pointer: string, reportAt: ReportAt): void {
  if (endPort === undefined) return;
  if (typeof port !== 'number') reportAt(messages.endPortWithoutNumber(), `${pointer}/endPort`);
  else if (endPort < port) reportAt(messages.endPortBelowPort(endPort, port), `${pointer}/endPort`);
}
