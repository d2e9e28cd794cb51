import type { AddressSpan, NetworkAttachment, AttachmentRange } from '../../model/address-inventory.js';
import type { Finding, Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { createReportAt } from '../../model/report-at.js';
import { type Address, type CanonicalAddress, type Prefix, parseAddress, readAddress } from '../../net/address.js';
import { contains, parseCIDR, sizeOf } from '../../net/prefix.js';
import { messages } from './address-messages.js';
import { parseJsonAnnotation } from './fields.js';
import { readOverlay } from './overlay-network.js';
import { type Json, type JsonObject, asObject, asList, asString } from '../../std/json.js';

/**
 * Reads the address management of a NetworkAttachmentDefinition's CNI configuration, single or a list of plugins.
 * Reports configurations that whereabouts or OVN-Kubernetes would reject. Networks of other plugins are ignored.
 */
export function readAttachment(manifest: Manifest, report: Reporter): NetworkAttachment {
  const { namespace, name, object } = manifest;
  const reportAt = createReportAt(manifest, report);
  const reportProblem = (finding: Finding): void => {
    reportAt(finding, '/spec/config');
  };
  const text = asString(asObject(object.spec)?.config) ?? '';
  const parsed = text.trim() === '' ? { value: {} } : parseJsonAnnotation(text);
  const config = 'problem' in parsed ? undefined : asObject(parsed.value);
  if (!config) reportProblem(messages.badAttachment('problem' in parsed ? parsed.problem : 'it is not a JSON object'));
  const overlay = config && readOverlay(config, `${namespace}/${name}`);
  if (overlay && 'problem' in overlay) reportProblem(messages.rejectedNetwork(`${namespace}/${name}`, overlay.problem));
  const plugins = [config ?? {}, ...asList(config?.plugins).map((plugin) => asObject(plugin) ?? {})];
  const managers = plugins.map(({ ipam }) => asObject(ipam)).filter((ipam) => ipam !== undefined);
  return {
    namespace,
    name,
    ranges: managers.filter(({ type }) => type === 'whereabouts').flatMap((ipam) => readRanges(ipam, reportProblem)),
    addresses: managers.flatMap(({ addresses }) =>
      asList(addresses).flatMap((item) => readAddress(asString(asObject(item)?.address)?.split('/', 1)[0] ?? '') ?? []),
    ),
    gateways: managers.flatMap(readGateways),
    manifest,
  };
}

function readGateways({ gateway, addresses }: JsonObject): CanonicalAddress[] {
  const texts = [gateway, ...asList(addresses).map((item) => asObject(item)?.gateway)];
  const gateways = texts.flatMap((text) => readAddress(asString(text) ?? '') ?? []);
  return [...new Map(gateways.map((one) => [one.text, one])).values()];
}

type ReportProblem = (finding: Finding) => void;

/** Reads the ranges of an `ipam`. whereabouts puts its own `range` before `ipRanges`. */
function readRanges(ipam: JsonObject, reportProblem: ReportProblem): AttachmentRange[] {
  const isReserving = ipam.enable_overlapping_ranges !== false;
  const own = ipam.range === undefined ? [] : [ipam];
  const written = [...own, ...asList(ipam.ipRanges).map((item) => asObject(item) ?? {})];
  return written.flatMap((one) => readRange(one, isReserving, reportProblem) ?? []);
}

/** Reads a range, `<CIDR>` or `<first>-<last>/<length>`. Returns undefined if it is invalid, which is reported. */
function readRange(one: JsonObject, isReserving: boolean, reportProblem: ReportProblem): AttachmentRange | undefined {
  const text = asString(one.range) ?? '';
  const dash = text.indexOf('-');
  const network = parseCIDR(dash < 0 ? text : text.slice(dash + 1))?.prefix;
  const usable = network && usableSpan(network);
  if (!usable) {
    reportProblem(
      messages.badRange(text, network ? 'it has no address between its first and its last one' : 'it is not a network'),
    );
    return undefined;
  }
  const start = dash < 0 ? one.range_start : text.slice(0, dash);
  const end = dash < 0 ? one.range_end : text.slice(dash + 1).split('/', 1)[0];
  return {
    network,
    text,
    usable: cutSpan(usable, addressIn(network, start), addressIn(network, end)),
    excluded: asList(one.exclude).flatMap((item) => {
      const excluded = readExcluded(item);
      if (!excluded) reportProblem(messages.badExclusion(asString(item) ?? ''));
      return excluded ?? [];
    }),
    isReserving,
  };
}

/**
 * Returns a network without its first and last address, or undefined if no address remains. whereabouts rejects such a
 * network.
 */
function usableSpan({ family, base, length }: Prefix): AddressSpan | undefined {
  const size = sizeOf({ family, length });
  return size <= 2n ? undefined : { family, first: base + 1n, last: base + size - 2n };
}

function addressIn(network: Prefix, text: Json | undefined): Address | undefined {
  const address = parseAddress(asString(text) ?? '');
  return address && contains(network, address) ? address : undefined;
}

/**
 * Returns the usable addresses between two limits. whereabouts ignores a limit outside of the usable range, and an end
 * below the start.
 */
function cutSpan(usable: AddressSpan, start: Address | undefined, end: Address | undefined): AddressSpan {
  const inside = (one: Address | undefined): one is Address =>
    one !== undefined && one.value >= usable.first && one.value <= usable.last;
  const first = inside(start) ? start.value : usable.first;
  const last = inside(end) && end.value >= first ? end.value : usable.last;
  return { family: usable.family, first, last };
}

/** Returns the addresses of a network or a single address, or undefined if the text is neither. */
function readExcluded(item: Json): AddressSpan | undefined {
  const text = asString(item) ?? '';
  const cidr = parseCIDR(text)?.prefix;
  if (cidr) {
    const size = sizeOf(cidr);
    return { family: cidr.family, first: cidr.base, last: cidr.base + size - 1n };
  }
  const address = parseAddress(text);
  return address && { family: address.family, first: address.value, last: address.value };
}
