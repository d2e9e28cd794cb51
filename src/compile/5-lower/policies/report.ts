import type { Cluster } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Reporter } from '../../../model/diagnostic.js';
import { type Engine, createEngine } from '../../../engine/engine.js';
import type { Query } from '../../../engine/query.js';
import type { CompiledInput } from '../../../model/compiled-input.js';
import type { PolicyIntent } from '../../../model/intent/policy.js';
import { titleOf } from '../../../model/kubernetes-object.js';
import { groupBy } from '../../../std/group-by.js';
import { createVocabulary } from '../../../traffic/policies/vocabulary.js';
import { type Coverage, createCoverage } from './coverage.js';
import { createFindDeniedRules } from './denied.js';
import { type KnownPolicies, createKnownPolicies, reportConflicts } from './firewalls.js';
import { findUnreached } from './isolated.js';
import { createMembers } from './members.js';
import { messages } from './messages.js';
import { findRepeated } from './repeated.js';
import { type ReportRule, createReportRule } from './report-rule.js';
import { findShadowed } from './shadowed.js';
import { policySource } from './source.js';

/** Warns about rules of policies that other policies make ineffective. Undefined if there are no policies. */
const knownPolicies: Query<undefined, KnownPolicies | undefined> = {
  name: 'pointless rules of policies',
  run: (db) => {
    const policies = policySource.intentsOf(db, 'policy');
    if (policies.length === 0) return undefined;
    return reportPolicies(
      policies,
      policySource.clusterIn(db),
      policySource.configurationIn(db),
      createReportRule(db.report),
    );
  },
};

const filtersByNamespace = policySource.intentsByNamespace('filter');

const conflictsOfNamespace: Query<string, undefined> = {
  name: 'conflicts of an EgressFirewall',
  run: (db, namespace) => {
    const policies = db.get(knownPolicies, undefined);
    if (policies) reportConflicts(namespace, db.entry(filtersByNamespace, namespace) ?? [], policies, db.report);
    return undefined;
  },
};

const pointlessRules: Query<undefined, undefined> = {
  name: 'pointless rules',
  run: (db) => {
    const policies = db.get(knownPolicies, undefined);
    if (!policies || policies.closedNamespaces.size === 0) return undefined;
    for (const namespace of db.map(filtersByNamespace).keys())
      if (policies.closedNamespaces.has(namespace)) db.get(conflictsOfNamespace, namespace);
    return undefined;
  },
};

/**
 * Warns about ineffective rules of policies and EgressFirewalls. These are rules that are never reached, that allow
 * what is allowed without them, or that allow what another filter drops. Policies that only the inventory has are not
 * reported.
 */
export function reportPointlessRules(
  input: CompiledInput,
  report: Reporter,
  engine: Engine = createEngine({ isForOneRound: true }),
): void {
  policySource.set(engine, input);
  engine.ask(pointlessRules, undefined, report);
}

/**
 * Reports the rules of policies that other policies make ineffective. Returns the policies for the check of
 * EgressFirewalls.
 */
function reportPolicies(
  policies: readonly PolicyIntent[],
  cluster: Cluster,
  configuration: Configuration,
  reportRule: ReportRule,
): KnownPolicies {
  const vocabulary = createVocabulary();
  const membersOf = createMembers();
  const coverage = createCoverage(cluster, configuration, vocabulary);
  reportAdminRules(policies, coverage, configuration, reportRule);
  const namespaced = policies.filter(({ layer }) => layer === 'namespaced');
  for (const own of groupBy(namespaced, ({ cause }) => cause.namespace).values()) {
    reportRepeated(own, coverage, reportRule);
  }
  const findDeniedRules = createFindDeniedRules(policies, coverage, membersOf, vocabulary, configuration);
  for (const policy of namespaced.filter(({ isCompiled }) => isCompiled)) {
    for (const { rule, by } of findDeniedRules(policy)) {
      const reason = { message: 'this rule denies it', cause: by };
      reportRule(messages.deniedByAdmin(titleOf(by.kind, by)), rule.cause, reason);
    }
  }
  return createKnownPolicies(policies, { cluster, configuration, coverage, membersOf });
}

function reportAdminRules(
  policies: readonly PolicyIntent[],
  coverage: Coverage,
  configuration: Configuration,
  reportRule: ReportRule,
): void {
  for (const { rule, by } of findShadowed(policies, coverage, configuration)) {
    const { shadowedAdmin, shadowedBaseline } = messages;
    const make = rule.policy.layer === 'admin' ? shadowedAdmin : shadowedBaseline;
    const { cause } = by.rule;
    const who = by.policy === rule.policy ? 'an earlier rule' : titleOf(cause.kind, cause);
    reportRule(make(who), rule.rule.cause, { message: 'this rule comes first', cause });
  }
  for (const { policy, direction, by } of findUnreached(policies)) {
    const at = { ...policy.cause, pointer: `/spec/${direction.toLowerCase()}` };
    const cause = { ...by, pointer: '/spec/podSelector' };
    reportRule(messages.neverReached(direction), at, { message: 'this policy isolates some of the pods', cause });
  }
}

function reportRepeated(policies: readonly PolicyIntent[], coverage: Coverage, reportRule: ReportRule): void {
  for (const { rule, by } of findRepeated(policies, coverage)) {
    const { cause } = by.rule;
    const who = by.policy === rule.policy ? 'another rule of the policy' : titleOf(cause.kind, cause);
    reportRule(messages.alreadyAllowed(who), rule.rule.cause, { message: 'this rule allows it', cause });
  }
}
