import type { Query } from '../../engine/query.js';
import type { Direction, PodSelection, PolicyIntent, PolicyRule } from '../../model/intent/policy.js';
import { readMetadata } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import type { AdminPolicyForms, RuleError } from '../../model/release.js';
import { filterRowsOf } from '../../ovn-kubernetes/filter-rows.js';
import { annotationPointer } from '../../yaml/locate.js';
import { type AdminLogging, readAdminLogging } from './logging.js';
import type { AdminPolicyMessages } from './messages.js';
import { type AdminPeers, type AdminProblem, createAdminPeers } from './peers.js';
import { type AdminRule, type AdminSpec, adminSpecOf } from './spec.js';
import { reportNamedPorts } from './ports.js';
import { causeOf } from '../shared/cause.js';
import { contextOf } from '../contract/recorded-context.js';
import { isLive } from '../../model/live.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/** Decision of a cluster-wide policy. */
export interface AdminDecision {
  readonly subject: PodSelection;
  readonly rules: readonly PolicyRule[];
  readonly log: PolicyIntent['log'];
}

/** A cluster-wide policy with valid rules, or the error that takes it out of service as a whole. */
export interface ResolvedAdminPolicy {
  readonly manifest: Manifest;
  readonly spec: AdminSpec;
  readonly result: AdminDecision | { readonly error: string };
}

const VERDICTS = { Allow: 'allow', Deny: 'drop', Pass: 'pass' } as const;

/**
 * Creates the query that resolves a policy of one kind. A policy that the live controllers reject is reported and kept
 * as an error. Policies that only the inventory contains are not reported.
 */
export function createAdminPolicyQuery(messages: AdminPolicyMessages): Query<Manifest, ResolvedAdminPolicy> {
  return {
    name: 'cluster-wide policy',
    run: (db, manifest) => {
      const context = contextOf(db);
      const reportAt = isLive(manifest) ? () => undefined : createReportAt(manifest, db.report);
      const spec = adminSpecOf(manifest);
      const peers = createAdminPeers(context, messages);
      const { adminPolicy } = context.configuration.release;
      return { manifest, spec, result: resolve(manifest, spec, peers, adminPolicy, messages, reportAt) };
    },
  };
}

function resolve(
  manifest: Manifest,
  spec: AdminSpec,
  peers: AdminPeers,
  { ruleErrors, readsLogging, looksUpNames }: AdminPolicyForms,
  messages: AdminPolicyMessages,
  reportAt: ReportAt,
): ResolvedAdminPolicy['result'] {
  const subject = peers.selectPods(spec.subject, '/spec/subject');
  if ('finding' in subject) {
    reportAt(subject.finding, subject.pointer);
    return { error: subject.text };
  }
  if (peers.knowsPods && subject.pods.length === 0)
    reportAt(
      { ...messages.noPod(peers.adviseOn(spec.subject)), alsoAt: ['/spec/ingress', '/spec/egress'] },
      '/spec/subject',
    );
  const bad: RuleError[] = [];
  const { prefix } = filterRowsOf(manifest.kind);
  const name = `${prefix} ${manifest.name}`;
  const rulesOf = (direction: Direction, rules: readonly AdminRule[]): PolicyRule[] =>
    rules.flatMap((rule, index) => {
      const resolved = resolveRule(rule, { direction, index }, manifest, peers, reportAt);
      if (!('finding' in resolved)) {
        if (looksUpNames) reportNamedPorts(resolved, subject, rule.ports, messages, reportAt);
        return [resolved];
      }
      reportAt(resolved.finding, resolved.pointer);
      bad.push({ prefix, name: manifest.name, direction, index, text: resolved.text });
      return [];
    });
  const rules = [...rulesOf('Ingress', spec.ingress), ...rulesOf('Egress', spec.egress)];
  const errors = [...ruleErrors(bad)];
  const loggingAt = annotationPointer(ANNOTATION.aclLogging);
  if (!readsLogging && readMetadata(manifest.object, 'annotations', ANNOTATION.aclLogging) !== undefined) {
    reportAt(messages.unreadLogging(), loggingAt);
  }
  const logging: AdminLogging = readsLogging ? readAdminLogging(manifest) : { log: {} };
  if ('details' in logging) {
    const details = joinErrors(logging.details);
    errors.push(`cannot parse ${prefix} ACL logging annotation, disabling it for ${name}: ${details}`);
    reportAt(messages.badLogging(details), loggingAt);
    return { error: joinErrors(errors) };
  }
  return errors.length > 0 ? { error: joinErrors(errors) } : { subject, rules, log: logging.log };
}

/** Joins several errors as apimachinery's `Aggregate` does: each text once. */
function joinErrors(errors: readonly string[]): string {
  const texts = [...new Set(errors)];
  return texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`;
}

function resolveRule(
  { action, peers, ports }: AdminRule,
  place: { readonly direction: Direction; readonly index: number },
  manifest: Manifest,
  { resolvePeers, resolvePorts }: AdminPeers,
  reportAt: ReportAt,
): PolicyRule | AdminProblem {
  const pointer = `/spec/${place.direction.toLowerCase()}/${place.index}`;
  const resolved = resolvePeers(peers, `${pointer}/${place.direction === 'Ingress' ? 'from' : 'to'}`, reportAt);
  if ('finding' in resolved) return resolved;
  const resolvedPorts = resolvePorts(ports, `${pointer}/ports`, reportAt);
  return {
    ...place,
    verdict: VERDICTS[action],
    peers: resolved,
    ports: resolvedPorts,
    cause: causeOf(manifest, pointer),
  };
}
