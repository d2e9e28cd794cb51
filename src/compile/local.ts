import { collectFindings } from '../diagnostics/collect.js';
import { applySeverityOverrides } from '../diagnostics/severity-overrides.js';
import { kinds } from '../kinds/index.js';
import type { KindContext } from '../kinds/contract/kind-context.js';
import { knownKinds } from '../kinds/known.js';
import type { Artefact } from '../model/artefact.js';
import type { Cluster } from '../model/cluster.js';
import type { Findings } from '../model/diagnostic.js';
import type { Intent } from '../model/intent.js';
import type { Manifest } from '../model/manifest.js';
import { createEngine } from '../engine/engine.js';
import { once } from '../std/memoize.js';
import { readManifests } from './1-read/read.js';
import { validate } from './2-validate/index.js';
import { type KnownPolicies, reportFirewallConflicts } from './5-lower/policies/firewalls.js';
import { findKnownPolicies } from './5-lower/policies/report.js';
import { resolveKinds } from './5-lower/resolve.js';
import { emit } from './6-emit/emit.js';
import type { CompileInput, Prepared } from './compile-input.js';
import { createFindingFilter } from './finding-filter.js';

/** Context in which namespace-local objects are compiled (see `Kind`). */
export interface LocalContext {
  readonly context: KindContext;
  /** Returns the policies that filters are checked against. */
  readonly policies: () => KnownPolicies | undefined;
}

const nothing = (): void => undefined;

/** Creates the context from objects that have been compiled to these intents. */
export function createLocalContext({ context }: Prepared, intents: readonly Intent[]): LocalContext {
  const { cluster, configuration } = context;
  // What is known of policies is read later, when the inputs of the compiler may be others.
  const engine = createEngine({ isForOneRound: true });
  return {
    context: { ...context, report: nothing },
    policies: once(() => findKnownPolicies({ intents, cluster, configuration }, engine)),
  };
}

/** Result of compiling namespace-local objects. */
export interface LocalCompilation {
  /** Valid objects. */
  readonly manifests: readonly Manifest[];
  /**
   * Artefacts of these objects only. If a namespace has no other objects, its parts equal those of a full compilation.
   */
  readonly artefacts: readonly Artefact[];
  /** Findings of the objects, and of weir.yaml. */
  readonly findings: Findings;
}

/** Kinds whose objects may be namespace-local. */
const LOCAL_KINDS = kinds.filter(({ isNamespaceLocal }) => isNamespaceLocal !== undefined);

/**
 * Compiles only files of namespace-local objects, like `compile` does with all others. The caller checks by the
 * resulting objects if they are namespace-local, and unchanged in their context.
 */
export function compileLocal(input: CompileInput, { context, policies }: LocalContext): LocalCompilation {
  const { configuration, files } = input;
  const { judge, reportIdle } = createFindingFilter({ ...input, engine: createEngine({ isForOneRound: true }) });
  const findings = collectFindings(0, judge);
  const { report, hasError } = findings;
  const found = readManifests(files, knownKinds, report);
  const manifests = validate(
    found.compiled,
    kinds,
    report,
    undefined,
    applySeverityOverrides(configuration.findings),
    configuration.release.definitions,
  );
  const own: KindContext = { ...context, manifests, live: [], report };
  const intents = resolveKinds(LOCAL_KINDS, own).flatMap((one) => one.intents);
  const known = policies();
  const filters = intents.filter((intent) => intent.effect === 'filter');
  if (known) reportFirewallConflicts(filters, known, report);
  const cluster = restrictToNamespaces(context.cluster, new Set(manifests.map(({ namespace }) => namespace)));
  const made = hasError() ? [] : emit(intents, cluster, configuration, report, { purpose: 'artefacts' });
  reportIdle(report, !hasError() && input.isPart !== true);
  const artefacts = hasError() ? [] : made.filter((one) => 'content' in one);
  return { manifests, artefacts, findings: findings.finish() };
}

/** Returns a cluster with only these namespaces and one zone, which contains the rows that all zones share. */
function restrictToNamespaces({ zones, namespaces }: Cluster, names: ReadonlySet<string>): Cluster {
  const none = new Map<string, never>();
  const own = [...names].flatMap((name) => namespaces.get(name) ?? []);
  return {
    nodes: [],
    nodeByName: none,
    zones: new Map([...zones.keys()].slice(0, 1).map((name) => [name, []])),
    namespaces: new Map(own.map((namespace) => [namespace.name, namespace])),
    podsByNamespace: none,
    podsByNode: none,
    services: none,
    apiServers: [],
    slices: none,
    ingressControllers: [],
    secrets: none,
    connectivityChecks: [],
    dnsAnswers: none,
  };
}
