import type { SchemaCheck } from '../model/schema-check.js';
import type { Finding, Reporter } from '../model/diagnostic.js';
import type { Origin, SourceFile } from '../model/manifest.js';
import { canonicalAddress } from '../net/address.js';
import { type Json, type JsonObject, asList, asObject, asString } from '../std/json.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import { readMapping } from '../yaml/mapping.js';
import {
  CLAIM_FIELDS,
  type ExpectedClaim,
  type ClaimField,
  type ExpectationPeer,
  type Expectation,
} from './expectation.js';
import { messages } from './messages.js';
import { type EndReading, parseEnd } from './parse-end.js';
import { type Say, parseExposure, parseExpectedRequest } from './parse-requests.js';
import { expectationsSchema } from './schema.js';

/** Path of the expectations of a repository, next to weir.yaml. */
export const EXPECTATIONS_PATH = 'expectations.yaml';

/** Default source and destination of the packets of an expectation. */
const ANYWHERE: ExpectationPeer = { type: 'anywhere', transport: ALL_TRANSPORT };
const OUTSIDE: ExpectationPeer = { type: 'outside', transport: ALL_TRANSPORT };
/** Claims about packets that leave the cluster. */
const LEAVING: readonly ClaimField[] = ['source', 'node', 'next-hop'];
const ADDRESSES: readonly ExpectationPeer['type'][] = ['outside', 'cidr', 'name'];

/**
 * Returns true if a peer consists of addresses in every cluster. With `isMaybe`, also if a word may stand for
 * addresses.
 */
function isAddresses(end: ExpectationPeer, isMaybe: boolean): boolean {
  if (end.type !== 'word') return ADDRESSES.includes(end.type);
  return isMaybe ? end.peer.type === 'name' : end.peer.type === 'node';
}

/** Parses files of expectations. Reports problems, and returns the valid expectations in the order of the files. */
export function parseExpectations(files: readonly SourceFile[], check: SchemaCheck, report: Reporter): Expectation[] {
  const names = new Set<string>();
  return files.flatMap((file) => {
    const origin: Origin = { file, start: 0, end: file.text.length, pointer: '' };
    const object = readMapping(file, messages.notAMapping, report);
    if (!object || !check(expectationsSchema, object, origin, report)) return [];
    return asList(object.expectations).flatMap((one, index) => {
      const place = { origin, pointer: `/expectations/${index}` };
      const written = asObject(one) ?? {};
      const name = asString(written.name) ?? '';
      if (names.has(name)) {
        report({ ...messages.duplicateName(name), location: { origin, pointer: `${place.pointer}/name` } });
        return [];
      }
      names.add(name);
      const mayBeEmpty = written['may-be-empty'] === true;
      const content = parseContent(written, place.pointer, { origin, check, report });
      return content ? [{ name, place, mayBeEmpty, ...content }] : [];
    });
  });
}

type Content<Each = Expectation> = Each extends Expectation ? Omit<Each, 'name' | 'place' | 'mayBeEmpty'> : never;

function parseContent(written: JsonObject, pointer: string, reading: EndReading): Content | undefined {
  const problems: Finding[] = [];
  const heard: EndReading = {
    ...reading,
    report: (one) => {
      problems.push(one);
      reading.report(one);
    },
  };
  const say: Say = (finding, field) => {
    heard.report({ ...finding, location: { origin: reading.origin, pointer: `${pointer}${field}` } });
  };
  const content = parseAlone(written, say) ?? parsePackets(written, { pointer, reading: heard, say });
  return problems.length === 0 ? content : undefined;
}

/** Fields of expectations that are not about packets. They exclude all other fields. */
const ALONE = ['egressIPs', 'exposed', 'host', 'reaches'] as const;

/** Parses an expectation that is not about packets. Returns undefined if it is. */
function parseAlone(written: JsonObject, say: Say): Content | undefined {
  const own = ALONE.find((field) => written[field] !== undefined);
  if (own === undefined) return undefined;
  const beside = own === 'host' ? 'reaches' : '';
  const other = ['from', 'to', ...CLAIM_FIELDS, ...ALONE].find(
    (field) => field !== own && field !== beside && written[field] !== undefined,
  );
  if (other !== undefined) say(messages.conflictingFields(other, own), `/${other}`);
  if (own === 'egressIPs') return { type: 'survival', names: textsOf(asObject(written.egressIPs)?.names) };
  return own === 'exposed' ? parseExposure(written.exposed, say) : parseExpectedRequest(written, say);
}

interface PacketReading {
  readonly pointer: string;
  readonly reading: EndReading;
  readonly say: Say;
}

function parsePackets(written: JsonObject, { pointer, reading, say }: PacketReading): Content | undefined {
  const isLeaving = LEAVING.some((field) => written[field] !== undefined);
  const parse = (field: 'from' | 'to', otherwise: ExpectationPeer): ExpectationPeer | undefined =>
    written[field] === undefined ? otherwise : parseEnd(written[field], `${pointer}/${field}`, reading);
  const [from, to] = [parse('from', ANYWHERE), parse('to', isLeaving ? OUTSIDE : ANYWHERE)];
  const claims = CLAIM_FIELDS.flatMap((field) => {
    const value = written[field];
    return value === undefined ? [] : (parseClaim(field, value, `${pointer}/${field}`, reading) ?? []);
  });
  if (!CLAIM_FIELDS.some((field) => written[field] !== undefined)) say(messages.nothingToVerify(), '');
  if (!from || !to) return undefined;
  checkEnds({ from, to, claims }, say);
  return { type: 'packets', from, to, claims };
}

/** Reports peers that are not allowed in their field. */
function checkEnds(
  {
    from,
    to,
    claims,
  }: { readonly from: ExpectationPeer; readonly to: ExpectationPeer; readonly claims: readonly ExpectedClaim[] },
  say: PacketReading['say'],
): void {
  const sources = claims.flatMap((claim) => (claim.type === 'only-from' ? claim.ends : []));
  for (const [field, end] of [
    ['/from', from] as const,
    ...sources.map((end, i) => [`/only-from/${i}`, end] as const),
  ]) {
    if (end.type === 'service' || end.type === 'name')
      say(
        messages.badPeer(
          `expected pods or addresses as the source, found a ${end.type === 'name' ? 'DNS name' : 'Service'}`,
          'use pods, a cidr, outside or anywhere',
        ),
        field,
      );
    if (end.transport !== ALL_TRANSPORT)
      say(
        messages.badPeer("'ports' is not supported for a source", "set 'ports' of the destination"),
        `${field}/ports`,
      );
  }
  if (isAddresses(from, false) && isAddresses(to, false))
    say(
      messages.badPeer(
        'source and destination are both addresses, expected pods as one of them',
        'use pods as the source or destination',
      ),
      '/to',
    );
  const leaving = claims.find(({ type }) => LEAVING.includes(type));
  if (leaving && !isAddresses(to, true))
    say(
      messages.badPeer(
        `'${leaving.field}' applies to packets that leave the cluster, but the destination is inside`,
        "set 'to' to outside, a cidr or a name",
      ),
      '/to',
    );
}

function parseClaim(field: ClaimField, value: Json, pointer: string, reading: EndReading): ExpectedClaim | undefined {
  const say = (finding: Finding, index: number): void => {
    reading.report({ ...finding, location: { origin: reading.origin, pointer: `${pointer}/${index}` } });
  };
  switch (field) {
    case 'reachable':
    case 'unreachable':
      return { field, type: field };
    case 'only':
    case 'only-from': {
      const ends = asList(value).map((one, index) => parseEnd(one, `${pointer}/${index}`, reading));
      return { field, type: field, ends: ends.filter((end) => end !== undefined) };
    }
    case 'source':
    case 'next-hop': {
      const values = textsOf(value).map((text, index) => {
        if (field === 'source' && text === 'node') return text;
        const address = canonicalAddress(text);
        if (address === undefined) say(messages.badValue(text, 'an address'), index);
        return address ?? text;
      });
      return { field, type: field, values };
    }
    case 'node':
      return { field, type: field, values: textsOf(value) };
    case 'dscp':
      return { field, type: field, value: Number(value) };
  }
}

function textsOf(value: Json | undefined): string[] {
  return asList(value).flatMap((one) => asString(one) ?? []);
}
