import type { Cluster, Pod } from '../../../model/cluster.js';
import type { Reporter } from '../../../model/diagnostic.js';
import { type Engine, createEngine } from '../../../engine/engine.js';
import type { Query, QueryInput } from '../../../engine/query.js';
import type { CompiledInput } from '../../../model/compiled-input.js';
import type { PodSelection, PolicyIntent, PolicyPort, PolicyRule } from '../../../model/intent/policy.js';
import { pathOfName } from '../../../model/kubernetes-object.js';
import { createReportAt } from '../../../model/report-at.js';
import { memoize } from '../../../std/memoize.js';
import { hasSameFields, sameList } from '../../../std/same-items.js';
import type { ServedPort, ServedService } from '../../../traffic/flows/services.js';
import { messages } from './messages.js';
import { policySource } from './source.js';

/** Port of a Service at one of its pods. */
interface Translation {
  readonly service: ServedService;
  readonly target: number;
}

/** Use of one port number by Services: pods behind a Service port of this number, and pods that listen on it. */
interface PortUse {
  readonly translated: ReadonlyMap<Pod, Translation>;
  readonly listening: ReadonlySet<Pod>;
}

/** Creates a search for the ports that the pods of a Service (`<namespace>/<name>`) serve. */
type CreateSearch = (
  cluster: Pick<Cluster, 'services' | 'podsByNamespace'> & { readonly podAt: (address: string) => Pod | undefined },
) => (service: string) => readonly ServedPort[];

const searches: QueryInput<CreateSearch> = { name: 'search for served ports' };

const servedPorts: Query<string, readonly ServedPort[]> = {
  name: 'served ports of a Service',
  hasOneReader: true,
  run: (db, service) => {
    const { services, podsByNamespace } = policySource.clusterIn(db);
    const podAt = (address: string): Pod | undefined => db.members(policySource.podsByAddress, address).at(-1);
    return db.read(searches)({ services, podsByNamespace, podAt })(service);
  },
  // Pods are compared by identity.
  same: (a, b) => sameList(a, b, hasSameFields),
};

const servedServices: Query<undefined, readonly ServedService[]> = {
  name: 'served Services',
  run: (db) =>
    [...policySource.clusterIn(db).services.values()].map(({ namespace, name }) => ({
      namespace,
      name,
      ports: db.get(servedPorts, `${namespace}/${name}`),
    })),
};

const portsInPolicies: Query<undefined, undefined> = {
  name: 'ports of Services in policies',
  run: (db) => {
    const policies = policySource.intentsOf(db, 'policy').filter(({ isCompiled }) => isCompiled);
    if (policies.some(({ rules }) => rules.some(({ ports }) => ports.some(isNumber))))
      reportPolicies(policies, policySource.clusterIn(db), db.get(servedServices, undefined), db.report);
    return undefined;
  },
};

/**
 * Reports policy rules for the port of a Service whose pods listen on another one: policies match the target port.
 * Skips a rule if its policy also allows the target port, or if one of its pods listens on the port itself.
 */
export function reportServicePorts(
  input: CompiledInput,
  createSearch: CreateSearch,
  report: Reporter,
  engine: Engine = createEngine({ isForOneRound: true }),
): void {
  policySource.set(engine, input);
  engine.set(searches, createSearch);
  engine.ask(portsInPolicies, undefined, report);
}

function reportPolicies(
  policies: readonly PolicyIntent[],
  cluster: Cluster,
  services: readonly ServedService[],
  report: Reporter,
): void {
  const findTranslation = createFindTranslation(services);
  for (const policy of policies) {
    const reportAt = createReportAt(policy.cause, report);
    for (const { rule, port, pointer } of numbersOf(policy)) {
      const found = findTranslation(port, selectionsOf(policy, rule));
      if (!found || allowsTarget(policy, rule, port, found.target)) continue;
      const name = pathOfName(found.service);
      const origin = cluster.services.get(name)?.manifest.origin;
      const related = origin && [{ message: 'this is the Service', location: { origin, pointer: '/spec/ports' } }];
      reportAt(MAKERS[policy.layer](port.port, name, found.target), pointer, related);
    }
  }
}

/** Returns the numeric ports of all rules of a policy. */
function numbersOf({ layer, rules }: PolicyIntent): { rule: PolicyRule; port: NumberPort; pointer: string }[] {
  const field = layer === 'namespaced' ? '/port' : '';
  return rules.flatMap((rule) =>
    rule.ports.flatMap((port, index) =>
      isNumber(port) ? [{ rule, port, pointer: `${rule.cause.pointer}/ports/${index}${field}` }] : [],
    ),
  );
}

const MAKERS: Readonly<Record<PolicyIntent['layer'], typeof messages.servicePort>> = {
  namespaced: messages.servicePort,
  admin: messages.servicePortOfAdmin,
  baseline: messages.servicePortOfBaseline,
};

interface NumberPort extends PolicyPort {
  readonly port: number;
}

/** Returns true if an entry is a single port with a number. */
function isNumber(entry: PolicyPort): entry is NumberPort {
  const { port, endPort = port } = entry;
  return typeof port === 'number' && endPort === port;
}

/** Returns the destination pods of a rule, or an empty list if it may also allow addresses. */
function selectionsOf({ subject }: PolicyIntent, { direction, peers }: PolicyRule): readonly PodSelection[] {
  if (direction === 'Ingress') return [subject];
  const selections = peers.flatMap((peer) => (peer.type === 'pods' ? [peer.selection] : []));
  return selections.length === peers.length ? selections : [];
}

function allowsTarget(
  { rules }: PolicyIntent,
  { direction }: PolicyRule,
  { protocol }: PolicyPort,
  target: number,
): boolean {
  const holdsTarget = (one: PolicyPort): boolean =>
    one.protocol === protocol &&
    (typeof one.port !== 'number' || (one.port <= target && target <= (one.endPort ?? one.port)));
  return rules.some(
    (rule) => rule.direction === direction && (rule.ports.length === 0 || rule.ports.some(holdsTarget)),
  );
}

type FindTranslation = (port: NumberPort, selections: readonly PodSelection[]) => Translation | undefined;

/**
 * Creates a search for the translation of a port. Memoized per list of pods and port, because policies share the lists
 * of equal selectors.
 */
function createFindTranslation(services: readonly ServedService[]): FindTranslation {
  const uses = indexUses(services);
  const askPods = memoize((pods: readonly Pod[]) =>
    memoize(({ translated, listening }: PortUse) => ({
      isListening: findCommon(pods, listening) !== undefined,
      translation: findTranslated(pods, translated),
    })),
  );
  return ({ protocol, port }, selections) => {
    const use = uses.get(keyOf(protocol, port));
    if (!use) return undefined;
    const answers = selections.map(({ pods }) => askPods(pods)(use));
    if (answers.some(({ isListening }) => isListening)) return undefined;
    return answers.find(({ translation }) => translation)?.translation;
  };
}

function findTranslated(pods: readonly Pod[], translated: PortUse['translated']): Translation | undefined {
  const pod = findCommon(pods, translated);
  return pod && translated.get(pod);
}

/** Returns the first common pod, with as many look-ups as the smaller collection has pods. */
function findCommon(pods: readonly Pod[], others: ReadonlySet<Pod> | ReadonlyMap<Pod, unknown>): Pod | undefined {
  if (pods.length <= others.size) return pods.find((pod) => others.has(pod));
  const own = new Set(pods);
  return [...others.keys()].find((pod) => own.has(pod));
}

function indexUses(services: readonly ServedService[]): ReadonlyMap<string, PortUse> {
  const uses = new Map<string, { translated: Map<Pod, Translation>; listening: Set<Pod> }>();
  const useOf = ({ protocol }: ServedPort, port: number) => {
    const key = keyOf(protocol, port);
    const use = uses.get(key) ?? { translated: new Map<Pod, Translation>(), listening: new Set<Pod>() };
    uses.set(key, use);
    return use;
  };
  for (const service of services) {
    for (const port of service.ports) {
      useOf(port, port.target).listening.add(port.pod);
      const { translated } = useOf(port, port.port);
      if (port.target !== port.port && !translated.has(port.pod)) {
        translated.set(port.pod, { service, target: port.target });
      }
    }
  }
  return uses;
}

function keyOf(protocol: PolicyPort['protocol'], port: number): string {
  return `${protocol} ${port}`;
}
