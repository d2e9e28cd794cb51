import type { EffectiveEgress } from '../../../egress/effective.js';
import { locateCauses } from '../../../diagnostics/locate-causes.js';
import type { Pod } from '../../../model/cluster.js';
import type { Diagnostic, Position, ResourceName } from '../../../model/diagnostic.js';
import { pathOfName, titleOf } from '../../../model/kubernetes-object.js';
import type { ManifestLocation } from '../../../model/manifest.js';
import { type Applied, listApplied } from './applied.js';
import { type SubjectExpectation, type ExpectationSubject, listExpected } from './expected.js';
import { type Served, listServed } from './served.js';
import type { InterpretedInput } from './side.js';

/** What concerns some pods, or another subject. */
export interface Concerns {
  readonly applies: readonly Applied[];
  readonly serves: readonly Served[];
  readonly expectations: readonly SubjectExpectation[];
  readonly findings: readonly Diagnostic[];
}

/** A subject: pods, and the objects that are also it. */
export interface ConcernedSubject extends Omit<ExpectationSubject, 'egressIPs'> {
  readonly egress?: readonly EffectiveEgress[];
  readonly objects?: readonly ResourceName[];
}

/** Returns the resources, expectations and findings about a subject. */
export function findConcerns({ side, findings }: InterpretedInput, subject: ConcernedSubject): Concerns {
  const { pods, egress = [], objects = [] } = subject;
  const [applies, serves] = [listApplied(side, pods, egress), listServed(side, pods)];
  const egressIPs = applies.flatMap(({ namespace, name }) =>
    namespace === '' && side.lock.egressIPs.has(name) ? [name] : [],
  );
  const services = [...(subject.services ?? []), ...serves.map(pathOfName)];
  const names = new Set([...applies, ...serves, ...objects, ...[...pods].map(podName)].map(titleOfResource));
  return {
    applies,
    serves,
    expectations: listExpected(side, { ...subject, egressIPs, services }),
    findings: findings.filter(({ resource }) => resource && names.has(titleOfResource(resource))),
  };
}

function podName({ namespace, name }: Pod): ResourceName {
  return { kind: 'Pod', namespace, name };
}

function titleOfResource(resource: ResourceName): string {
  return titleOf(resource.kind, resource);
}

/** Returns the position of a location as text, such as `egress/shop.yaml:14`. Returns undefined if it has none. */
export type TextOfLocation = (location: ManifestLocation | undefined) => string | undefined;

/** Creates a function that returns positions of locations. */
export function createLocationText(locations: readonly ManifestLocation[], folder: string): TextOfLocation {
  const found = locateCauses(locations, folder);
  return (location) => location && textOfPosition(found.get(location));
}

function textOfPosition(at: Position | undefined): string | undefined {
  return at && `${at.file}:${at.line}`;
}

/** Maximum number of findings that are listed as text. JSON contains all. */
const MAX_FINDINGS = 10;

/** Returns sections of text. Empty sections are omitted. */
export function linesOfConcerns(about: Concerns, folder: string): string[] {
  const textOf = createLocationText(locationsOf(about), folder);
  const at = (location: ManifestLocation | undefined): string => {
    const text = textOf(location);
    return text === undefined ? '' : ` (${text})`;
  };
  const { applies, serves, expectations, findings } = about;
  const more = findings.length - MAX_FINDINGS;
  return [
    ...titledSection(
      'applies, in this order',
      applies.map((one) => `${one.direction.padEnd(7)} ${titleOf(one.kind, one)}${at(one.location)}: ${one.effect}`),
    ),
    ...titledSection(
      'serves',
      serves.map((one) => `${titleOf(one.kind, one)}${at(one.location)}: ${one.effect}`),
    ),
    ...titledSection(
      'expectations',
      expectations.map(({ name, holds, location }) => `'${name}'${at(location)}: ${holds ? 'holds' : 'fails'}`),
    ),
    ...titledSection('findings', [
      ...findings.slice(0, MAX_FINDINGS).map(lineOfFinding),
      ...(more > 0 ? [`and ${more} more`] : []),
    ]),
  ];
}

function locationsOf({ applies, serves, expectations }: Concerns): ManifestLocation[] {
  return [...applies, ...serves, ...expectations].flatMap(({ location }) => location ?? []);
}

/** Returns a titled list with a blank line before it. Empty without lines. */
export function titledSection(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function lineOfFinding({ severity, code, message, at }: Diagnostic): string {
  const place = textOfPosition(at);
  return `${severity}[${code}]: ${message}${place === undefined ? '' : ` (${place})`}`;
}

/** Returns what concerns a subject as data. */
export function dataOfConcerns(about: Concerns, folder: string): object {
  const textOf = createLocationText(locationsOf(about), folder);
  const placed = ({ location, ...item }: { readonly location?: ManifestLocation }): object => {
    const at = textOf(location);
    return { ...item, ...(at === undefined ? {} : { at }) };
  };
  return {
    applies: about.applies.map(placed),
    serves: about.serves.map(placed),
    expectations: about.expectations.map(placed),
    findings: about.findings.map(({ code, severity, message, help, at, resource }) => ({
      ...{ code, severity, message, help },
      ...(resource ? { resource } : {}),
      ...(at ? { at: textOfPosition(at) } : {}),
    })),
  };
}
