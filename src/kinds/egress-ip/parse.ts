import type { Query } from '../../engine/query.js';
import type { Manifest } from '../../model/manifest.js';
import { type CanonicalAddress, readAddress } from '../../net/address.js';
import type { WrittenSelector } from '../../selectors/namespaces.js';
import { EVERYTHING, type LabelSelector, compileSelector, isSelectorProblem } from '../../selectors/selector.js';
import type { KindContext, ResolveContext } from '../contract/kind-context.js';
import { contextOf } from '../contract/recorded-context.js';
import { specialUseOf } from '../shared/address-class.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { messages } from './messages.js';

/** An address that an EgressIP asks for: canonical, once. */
export interface RequestedAddress extends CanonicalAddress {
  /** Its index in `spec.egressIPs`. */
  readonly index: number;
}

/** An EgressIP that the live controllers would process, with the addresses that can be placed at all. */
export interface ParsedEgressIP {
  readonly manifest: Manifest;
  readonly name: string;
  readonly addresses: readonly RequestedAddress[];
  /** Addresses with another owner, in canonical text. They are reported with the owner and never placed. */
  readonly refused: ReadonlyMap<string, RequestedAddress>;
  /** Addresses that no host can have, canonical: reported, and never placed. */
  readonly special: ReadonlyMap<string, RequestedAddress>;
  readonly namespaces: WrittenSelector;
  readonly pods: WrittenSelector;
}

interface Spec {
  readonly egressIPs: readonly string[];
  readonly namespaceSelector: LabelSelector;
  readonly podSelector?: LabelSelector;
}

/** Returns the spec that the schema accepts. */
export function specOf({ object }: Manifest): Spec {
  return object.spec as unknown as Spec;
}

/** What EgressIPs are read with. */
type ParseContext = Pick<KindContext, 'configuration' | 'isRefused' | 'report'>;

/**
 * Reads every EgressIP. `rejected`: those that the live controllers reject as a whole, because of an invalid address or
 * selector (OVN-Kubernetes). Single unusable addresses are skipped. Reports both.
 */
export function parseEgressIPs(
  manifests: readonly Manifest[],
  context: ParseContext | ResolveContext,
): { readonly sound: readonly ParsedEgressIP[]; readonly rejected: readonly Manifest[] } {
  const sound: ParsedEgressIP[] = [];
  const rejected: Manifest[] = [];
  for (const manifest of manifests) {
    const parsed = 'db' in context ? context.db.get(parsedEgressIP, manifest) : parseEgressIP(manifest, context);
    if (parsed) sound.push(parsed);
    else rejected.push(manifest);
  }
  return { sound, rejected };
}

const parsedEgressIP: Query<Manifest, ParsedEgressIP | undefined> = {
  name: 'EgressIP',
  hasOneReader: true,
  run: (db, manifest) => parseEgressIP(manifest, contextOf(db)),
};

function parseEgressIP(
  manifest: Manifest,
  { configuration, isRefused, report }: ParseContext,
): ParsedEgressIP | undefined {
  const reportAt = createReportAt(manifest, report);
  const spec = specOf(manifest);
  const namespaces = readSelector(spec.namespaceSelector, 'namespaceSelector', reportAt);
  const pods = spec.podSelector ? readSelector(spec.podSelector, 'podSelector', reportAt) : EVERY_POD;
  const addresses = readEgressAddresses(spec.egressIPs, reportAt);
  if (!namespaces || !pods || !addresses) return undefined;
  if (spec.egressIPs.length === 0) reportAt(messages.noAddresses(), '/spec/egressIPs');
  const refused = byText(addresses.filter(({ text }) => isRefused('EgressIP', manifest.name, text)));
  const special: RequestedAddress[] = [];
  const usable = addresses.filter((requested) => {
    const { text, family, index } = requested;
    if (refused.has(text)) return false;
    const use = specialUseOf(requested);
    if (use !== undefined) {
      special.push(requested);
      reportAt(messages.specialAddress(text, use), `/spec/egressIPs/${index}`);
    } else if (!configuration.ipFamilies.includes(family)) {
      reportAt(messages.familyOff(text, family), `/spec/egressIPs/${index}`);
    }
    return use === undefined;
  });
  const asked = usable.length === addresses.length ? addresses : usable;
  return { manifest, name: manifest.name, addresses: asked, refused, special: byText(special), namespaces, pods };
}

const NONE: ReadonlyMap<string, RequestedAddress> = new Map();

function byText(addresses: readonly RequestedAddress[]): ReadonlyMap<string, RequestedAddress> {
  return addresses.length === 0 ? NONE : new Map(addresses.map((address) => [address.text, address]));
}

const EVERY_POD: WrittenSelector = { written: {}, compiled: EVERYTHING };

function readSelector(written: LabelSelector, field: string, reportAt: ReportAt): WrittenSelector | undefined {
  const compiled = compileSelector(written);
  if (!isSelectorProblem(compiled)) return { written, compiled };
  reportAt(messages.badSelector(field, compiled.text), `/spec/${field}${compiled.pointer}`);
  return undefined;
}

/** Returns the addresses of an object, each once, or undefined if one is invalid. */
export function readEgressAddresses(
  texts: readonly string[],
  reportAt: ReportAt,
): readonly RequestedAddress[] | undefined {
  const [only] = texts;
  const alone = only !== undefined && texts.length === 1 ? readAddress(only) : undefined;
  if (alone) return [requestAt(alone, 0)];
  const found = new Map<string, RequestedAddress>();
  let isSound = true;
  for (const [index, written] of texts.entries()) {
    const pointer = `/spec/egressIPs/${index}`;
    const address = readAddress(written);
    if (!address) {
      reportAt(messages.notAnAddress(written), pointer);
      isSound = false;
      continue;
    }
    const { text } = address;
    if (found.has(text)) reportAt(messages.listedTwice(text), pointer);
    else found.set(text, requestAt(address, index));
  }
  return isSound ? [...found.values()] : undefined;
}

function requestAt({ family, value, text }: CanonicalAddress, index: number): RequestedAddress {
  return { family, value, text, index };
}
