import type { SchemaCheck } from '../model/schema-check.js';
import type { Finding, Reporter } from '../model/diagnostic.js';
import type { Origin } from '../model/manifest.js';
import { isLikeIPv4 } from '../net/bad-address.js';
import { normalizeName } from '../net/dns-name.js';
import { readNetwork } from '../net/prefix.js';
import { type Json, type JsonObject, asList, asObject, asString, isObject } from '../std/json.js';
import type { WrittenSelector } from '../selectors/namespaces.js';
import { parsePeer } from '../selectors/peer.js';
import { EVERYTHING, compileSelector, isSelectorProblem } from '../selectors/selector.js';
import { listNames } from '../std/list-text.js';
import { type AddressRange, rangeOfPrefix } from '../traffic/filters/address-range.js';
import { ALL_TRANSPORT, transportOfPorts } from '../traffic/filters/transport-range.js';
import { type TransportSet, mergeTransport } from '../traffic/filters/transport-set.js';
import type { ExpectationPeer } from './expectation.js';
import { messages } from './messages.js';
import { END_WORDS, endSchema } from './schema.js';

/** Location of a peer, and functions that report its problems. */
export interface EndReading {
  readonly origin: Origin;
  readonly check: SchemaCheck;
  readonly report: Reporter;
}

/** Fields of each type of peer. A peer has fields of one type. */
const SORTS = [['namespace', 'namespace-labels', 'labels'], ['service'], ['cidr'], ['name'], ['peer']] as const;
const LAST_PORT = 65_535;

/** Parses a peer at a pointer of the file. Returns undefined, with a report, if it is invalid. */
export function parseEnd(written: Json, pointer: string, reading: EndReading): ExpectationPeer | undefined {
  const say = (finding: Finding, at = pointer): void => {
    reading.report({ ...finding, location: { origin: reading.origin, pointer: at } });
  };
  if (!isObject(written)) {
    if (typeof written === 'string' && written !== '') {
      const place = parseWord(written, (finding) => {
        say(finding);
      });
      return place && { ...place, transport: ALL_TRANSPORT };
    }
    const help = `use ${listNames(END_WORDS)}, shop/web, app=web, or a mapping such as { namespace: shop }`;
    say(messages.badPeer(`expected a source or destination, found ${JSON.stringify(written)}`, help));
    return undefined;
  }
  const origin = { ...reading.origin, pointer };
  if (!reading.check(endSchema, written, origin, reading.report)) return undefined;
  const sorts = SORTS.filter((fields) => fields.some((field) => written[field] !== undefined));
  if (sorts.length !== 1) {
    const help = 'use fields of pods (namespace, namespace-labels, labels), or one of service, cidr, name and peer';
    const found =
      sorts.length === 0
        ? 'only ports'
        : listNames(sorts.map((fields) => fields.find((field) => written[field] !== undefined) ?? ''));
    say(messages.badPeer(`expected one source or destination, found ${found}`, help));
    return undefined;
  }
  const sayAt: Say = (finding, field) => {
    say(finding, `${pointer}/${field}`);
  };
  const transport = parsePorts(written.ports, sayAt);
  const place = parsePlace(written, sayAt);
  return place && transport && { ...place, transport };
}

type Say = (finding: Finding, at: string) => void;
type WithoutTransport<Each> = Each extends ExpectationPeer ? Omit<Each, 'transport'> : never;

/** Parses a peer that is a single word, as on the command line. */
function parseWord(word: string, say: (finding: Finding) => void): WithoutTransport<ExpectationPeer> | undefined {
  const peer = parsePeer(word);
  if (typeof peer === 'string') {
    say(isLikeIPv4(word) ? messages.badValue(word, 'an address or a network') : messages.badLabels(peer));
    return undefined;
  }
  switch (peer.type) {
    case 'outside':
    case 'anywhere':
    case 'service':
      return peer;
    case 'namespace':
      return { type: 'pods', namespaces: peer.name };
    case 'labels':
      return { type: 'pods', namespaces: peer.namespace ?? ALL_NAMESPACES, pods: peer.selector };
    case 'address':
    case 'network': {
      const range = rangeOf(word);
      return range && { type: 'cidr', range };
    }
    default:
      return { type: 'word', word, peer };
  }
}

const ALL_NAMESPACES: WrittenSelector = { written: {}, compiled: EVERYTHING };

function parsePlace(written: JsonObject, say: Say): WithoutTransport<ExpectationPeer> | undefined {
  const word = asString(written.peer);
  if (word !== undefined) {
    return parseWord(word, (finding) => {
      say(finding, 'peer');
    });
  }
  const [service, cidr, name] = [asString(written.service), asString(written.cidr), asString(written.name)];
  if (service !== undefined) {
    const [, namespace, own] = /^([^/]+)\/([^/]+)$/.exec(service) ?? [];
    if (namespace !== undefined && own !== undefined) return { type: 'service', namespace, name: own };
    say(messages.badValue(service, 'a Service as namespace/name'), 'service');
    return undefined;
  }
  if (cidr !== undefined) {
    const range = rangeOf(cidr);
    if (range) return { type: 'cidr', range };
    say(messages.badValue(cidr, 'a network or an address'), 'cidr');
    return undefined;
  }
  if (name !== undefined && isLikeIPv4(name)) {
    say(messages.badValue(name, 'a DNS name'), 'name');
    return undefined;
  }
  if (name !== undefined) return { type: 'name', name: normalizeName(name) };
  const namespace = asString(written.namespace);
  if (namespace !== undefined && written['namespace-labels'] !== undefined) {
    say(messages.conflictingFields('namespace-labels', 'namespace'), 'namespace-labels');
    return undefined;
  }
  const [namespaces, pods] = (['namespace-labels', 'labels'] as const).map((field) => parseLabels(written, field, say));
  if (!namespaces || !pods) return undefined;
  return {
    type: 'pods',
    namespaces: namespace ?? namespaces,
    ...(pods.compiled.isEmpty ? {} : { pods }),
  };
}

function parseLabels(written: JsonObject, field: string, say: Say): WrittenSelector | undefined {
  const selector = { matchLabels: (asObject(written[field]) ?? {}) as Readonly<Record<string, string>> };
  const compiled = compileSelector(selector);
  if (!isSelectorProblem(compiled)) return { written: selector, compiled };
  say(messages.badLabels(compiled.text), field);
  return undefined;
}

function rangeOf(text: string): AddressRange | undefined {
  const network = readNetwork(text);
  return network && rangeOfPrefix(network);
}

/**
 * Parses protocols and ports, all of them if none are written. Returns undefined, with a report, if a port is invalid.
 */
function parsePorts(written: Json | undefined, say: Say): TransportSet | undefined {
  if (written === undefined) return ALL_TRANSPORT;
  const sets = asList(written).map((one, index) => {
    const text = asString(one) ?? '';
    const set = parsePort(text);
    if (!set) say(messages.badValue(text, 'a port with its protocol'), `ports/${index}`);
    return set;
  });
  return sets.every((set) => set !== undefined) ? mergeTransport(sets.flat()) : undefined;
}

function parsePort(text: string): TransportSet | undefined {
  const [, from, to = from, protocol] = /^(?:(\d+)(?:-(\d+))?\/)?(TCP|UDP|SCTP)$/.exec(text) ?? [];
  const [first, last] = [Number(from ?? 0), Number(to ?? LAST_PORT)];
  if (first > last || last > LAST_PORT || (from !== undefined && first === 0)) return undefined;
  return transportOfPorts({ protocol: protocol as 'TCP' | 'UDP' | 'SCTP', first, last });
}
