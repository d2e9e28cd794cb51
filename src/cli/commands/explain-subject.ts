import { interpret } from '../../compile/compile.js';
import type { Prepared } from '../../compile/compile-input.js';
import { prepare } from '../../compile/prepare.js';
import { locateCauses } from '../../diagnostics/locate-causes.js';
import { createExplainer, type KnownSubject, type ObjectSubject } from '../../explain/explain.js';
import type { NameAddress } from '../../explain/explain-lines.js';
import type { Explained, SubjectExplanation, SourceObject } from '../../explain/explanation.js';
import type { Subject } from '../../explain/subject.js';
import type { ResourceName } from '../../model/diagnostic.js';
import { pathOfName, titleOf } from '../../model/kubernetes-object.js';
import { endsOfCluster } from '../../trace/query/ends-of-cluster.js';
import { createEndPodFinder } from '../../trace/query/lookup.js';
import { pathFromHere } from '../process/folder.js';
import { printJson, printLines, printMessage } from '../process/print.js';
import type { SubjectAnswer } from './about/answer.js';
import { explainRules, findNamedRule } from './about/object.js';
import { interpretInput } from './about/side.js';
import type { InputOptions, ReadInput } from '../run/input.js';
import { readValid } from '../run/prepared.js';

export interface ExplainSubjectOptions extends InputOptions {
  readonly subject: Subject | ObjectSubject;
  /** The subject as written. */
  readonly written: string;
  /** A Northbound database file or dump, to find a UUID in. */
  readonly northbound?: string;
  readonly format: string;
}

/**
 * Runs `weir explain` for a row, a log line, a mark, a table, a line of a host or an object: prints what it is, what it
 * does and which objects it comes from. Returns exit code 0, also for what Weir does not make, or 1 for errors in the
 * input and an unknown UUID.
 */
export async function explainSubjectCommand(given: ExplainSubjectOptions): Promise<number> {
  const { subject: asked, written, northbound, format, ...options } = given;
  const subject = asked.form === 'uuid' ? await findByUuid(asked.uuid, northbound) : asked;
  if (typeof subject === 'string') {
    printMessage(subject);
    return 1;
  }
  const read = await readValid({ ...options, allowEmpty: true }, (input, report, source) => {
    const prepared = prepare(input, report, () => undefined);
    const { intents } = interpret(prepared, input);
    const { cluster, configuration } = prepared.context;
    const nameAddress = createAddressNames(prepared);
    const explain = createExplainer({ intents, cluster, configuration }, nameAddress);
    return { explain, manifests: prepared.manifests, source, folder: pathFromHere(source.root) };
  });
  if (!read) return 1;
  const rule = subject.form === 'object' ? findNamedRule(read.manifests, subject) : {};
  if (typeof rule === 'string') {
    printMessage(rule);
    return 1;
  }
  const meant = { ...subject, ...rule };
  const explanation = read.explain(meant);
  const concerns = meant.form === 'object' ? explainConcerns(meant, read) : undefined;
  if (subject.form === 'object' && explanation.answers.length === 0 && !concerns) {
    explanation.notes.forEach(printMessage);
    return 1;
  }
  const positionOf = createPositions(explanation, read.folder);
  const shown = concerns && explanation.answers.length === 0 ? { ...explanation, notes: [] } : explanation;
  if (format === 'json') printJson({ ...dataOf(written, shown, positionOf), ...concerns?.data });
  else printLines([...linesOf(shown, positionOf), ...(concerns?.lines ?? [])]);
  return 0;
}

/** Explains which pods the rules of an object apply to, and what is said about it. Returns undefined for other objects. */
function explainConcerns(
  { kind, name, pointer }: ObjectSubject,
  { source, folder }: { readonly source: ReadInput; readonly folder: string },
): SubjectAnswer | undefined {
  const input = interpretInput(source, folder);
  const isMeant = (one: ResourceName): boolean =>
    one.kind.toLowerCase() === kind.toLowerCase() && pathOfName(one) === name;
  return input && explainRules(input, isMeant, pointer);
}

/** Creates a function that names the pod, node, Service or other owner of an address. */
function createAddressNames({ context, claims }: Prepared): NameAddress {
  const { cluster } = context;
  const podWith = createEndPodFinder(endsOfCluster(cluster));
  return (address) => {
    const pod = podWith(address);
    if (pod) return ` (Pod ${pod.namespace}/${pod.name})`;
    const node = cluster.nodes.find(({ hostAddresses = [] }) => hostAddresses.some(({ text }) => text === address));
    if (node) return ` (Node ${node.name})`;
    const [claim] = claims.byAddress.get(address) ?? [];
    return claim ? ` (${titleOf(claim.claimant.kind, claim.claimant)})` : '';
  };
}

async function findByUuid(uuid: string, file: string | undefined): Promise<KnownSubject | string> {
  if (file === undefined) return 'a UUID names a row of one database, add --northbound FILE';
  const { findRowByUuid } = await import('../../apply/northbound/live/find-row.js');
  const found = await findRowByUuid(file, uuid);
  if ('result' in found) return found.problems.join('; ');
  return { form: 'row', ...found };
}

/** Returns the text of the position of a source: `egress/shop.yaml:14`, or undefined. */
type PositionOf = (source: SourceObject) => string | undefined;

function createPositions({ answers }: SubjectExplanation, folder: string): PositionOf {
  const locations = answers.flatMap(({ sources }) => sources.flatMap(({ location }) => location ?? []));
  const found = locateCauses(locations, folder);
  return ({ location }) => {
    const at = location && found.get(location);
    return at && `${at.file}:${at.line}`;
  };
}

const ROLES = { cause: 'from', also: 'also from', inventory: 'for', user: 'used by' } as const;

/** Maximum sources of one answer that are listed. JSON contains all. */
const MAX_SOURCES = 10;

function linesOf({ answers, notes }: SubjectExplanation, positionOf: PositionOf): string[] {
  return [
    ...notes,
    ...answers.flatMap((answer, index) => [
      ...(index + notes.length > 0 ? [''] : []),
      ...linesOfAnswer(answer, positionOf),
    ]),
  ];
}

function linesOfAnswer(
  { title, where, isManagedByWeir, sources, effects }: Explained,
  positionOf: PositionOf,
): string[] {
  const named = sources.map((source) => {
    const at = positionOf(source);
    return `${ROLES[source.role]} ${titleOf(source.kind, source)}${at === undefined ? '' : ` (${at})`}`;
  });
  const more = named.length - MAX_SOURCES;
  const lines = [
    ...(where.length > 0 ? [`in ${where.join(', ')}`] : []),
    ...(isManagedByWeir ? [] : ["not Weir's: another controller makes it"]),
    ...named.slice(0, MAX_SOURCES),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...effects,
  ];
  return [title, ...lines.map((line) => `  ${line}`)];
}

function dataOf(written: string, { answers, notes }: SubjectExplanation, positionOf: PositionOf): object {
  return {
    subject: written,
    answers: answers.map(({ sources, ...answer }) => ({
      ...answer,
      sources: sources.map((source) => {
        const { kind, namespace, name, role } = source;
        const at = positionOf(source);
        return { kind, namespace, name, role, ...(at === undefined ? {} : { at }) };
      }),
    })),
    notes,
  };
}
