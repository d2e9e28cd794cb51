import type { Prepared } from '../../compile/compile-input.js';
import { prepare } from '../../compile/prepare.js';
import { type AddressUse, describeUse } from '../../compile/4-claim/address-use.js';
import { locateCauses } from '../../diagnostics/locate-causes.js';
import { kinds } from '../../kinds/index.js';
import { inputOf, isEnabled } from '../../kinds/contract/manifests-of.js';
import type { AddressClaim } from '../../model/claim.js';
import type { Report } from '../../model/diagnostic.js';
import { titleOf } from '../../model/kubernetes-object.js';
import type { SourceFile } from '../../model/manifest.js';
import { type Address, formatAddress, parseAddress } from '../../net/address.js';
import { formatPrefix } from '../../net/prefix.js';
import { listNames } from '../../std/list-text.js';
import { plural } from '../../std/plural.js';
import { pathFromHere } from '../process/folder.js';
import { printJson, printLines, printMessage } from '../process/print.js';
import type { InputOptions } from '../run/input.js';
import { readValid } from '../run/prepared.js';
import { API_VERSION } from '../../ovn-kubernetes/api.js';

export interface ExplainAddressOptions extends InputOptions {
  readonly address: string;
  readonly format: string;
}

/** Identity of a hypothetical EgressIP with the address. It sorts last, so that existing owners take precedence. */
const ASKED = { path: '(asked)', name: 'zzz-asked' };

/** The result for an address. */
interface Explained {
  readonly use: AddressUse;
  /** The placement of a hypothetical EgressIP with the address, and its reason. */
  readonly hosting: readonly string[];
  /** The reasons for which a hypothetical EgressIP is rejected. */
  readonly refusals: readonly Report[];
  readonly folder: string;
}

/**
 * Runs `weir explain address A`: prints the owners of an address and the free addresses of its networks. Also prints
 * the nodes that could host it as an egress address, and rejections. Returns exit code 0, or 1 for errors in the input
 * or an invalid address.
 */
export async function explainAddressCommand({ address, format, ...options }: ExplainAddressOptions): Promise<number> {
  const parsed = parseAddress(address);
  if (!parsed) {
    printMessage(`expected an address such as 192.0.2.10 or 2001:db8::10, found '${address}'`);
    return 1;
  }
  const text = formatAddress(parsed);
  const explained = await readValid({ ...options, allowEmpty: true }, (input, report, { root }) => {
    const refusals: Report[] = [];
    const prepared = prepare(
      { ...input, files: [...input.files, askFor(text)] },
      (one) => {
        if ('origin' in one.location && one.location.origin.file.path === ASKED.path) refusals.push(one);
        else report(one);
      },
      () => undefined,
    );
    return explain(parsed, prepared, refusals, pathFromHere(root));
  });
  if (!explained) return 1;
  if (format === 'json') printJson(dataOf(text, explained));
  else printLines(linesOf(text, explained));
  return 0;
}

/** Returns a hypothetical EgressIP, so that the compiler itself determines its placement. */
function askFor(address: string): SourceFile {
  const metadata = `metadata: { name: ${ASKED.name} }`;
  const spec = `spec: { egressIPs: ['${address}'], namespaceSelector: { matchLabels: { asked: for } } }`;
  return { path: ASKED.path, text: `apiVersion: ${API_VERSION}\nkind: EgressIP\n${metadata}\n${spec}\n` };
}

function explain(address: Address, prepared: Prepared, refusals: readonly Report[], folder: string): Explained {
  const { claims, ...use } = describeUse(address, prepared.claims);
  const own = claims.filter(({ claimant }) => claimant.name !== ASKED.name);
  const asked = prepared.manifests.find(({ origin }) => origin.file.path === ASKED.path);
  const kind = kinds.find((one) => one.kind === asked?.kind && one.apiVersion === asked.apiVersion);
  const isOn = kind !== undefined && isEnabled(kind, prepared.context.configuration);
  // Possible nodes are determined independently of rejections.
  const context = { ...prepared.context, isRefused: () => false };
  const answer = isOn ? kind.placement?.explain(inputOf(kind, { ...prepared, context }), ASKED.name) : undefined;
  return {
    use: { ...use, claims: own },
    hosting: answer ? answer.lines.filter((line) => line !== '').slice(1) : [],
    refusals: refusals
      .filter(({ severity }) => severity !== 'warning')
      .map((one) => ({ ...one, message: one.message.replaceAll(`EgressIP ${ASKED.name}`, 'an EgressIP') })),
    folder,
  };
}

function linesOf(text: string, { use, hosting, refusals, folder }: Explained): string[] {
  const { claims, range, networks } = use;
  const places = locate(claims, folder);
  return [
    text,
    ...(claims.length === 0 ? ['  unclaimed'] : []),
    ...claims.map(
      ({ claimant, description }, index) =>
        `  ${titleOf(claimant.kind, claimant)}: it is ${description}${places[index] ?? ''}`,
    ),
    ...(range ? [`  it is ${range.description}`] : []),
    ...networks.flatMap(({ network, nodes, free, lowest }) => [
      '',
      `${formatPrefix(network)}, a network of ${listNames(nodes)}`,
      `  ${plural(Number(free), 'free address', 'free addresses')}${lowest.length > 0 ? `, the lowest ${lowest.join(', ')}` : ''}`,
    ]),
    '',
    'as an address of an EgressIP',
    ...(hosting.length > 0
      ? hosting.map((line) => `  ${line.trimStart()}`)
      : ['  no node is known that could host it']),
    ...refusals.map(({ severity, code, message }) => `  ${severity}[${code}]: ${message}`),
  ];
}

function dataOf(address: string, { use, hosting, refusals, folder }: Explained): object {
  const places = locate(use.claims, folder);
  return {
    address,
    claims: use.claims.map(({ role, claimant, description }, index) => ({
      role,
      claimant,
      description,
      at: (places[index] ?? '').trim(),
    })),
    ...(use.range ? { range: { role: use.range.role, description: use.range.description } } : {}),
    networks: use.networks.map(({ network, nodes, free, lowest }) => ({
      network: formatPrefix(network),
      nodes,
      free: `${free}`,
      lowest,
    })),
    hosting,
    refusals: refusals.map(({ code, severity, message }) => ({ code, severity, message })),
  };
}

/** Formats the locations of claims: ` (inventory/nodes.yaml:5)`, or '' for a claim without one. */
function locate(claims: readonly AddressClaim[], folder: string): string[] {
  const found = locateCauses(
    claims.map(({ location }) => location),
    folder,
  );
  return claims.map(({ location }) => {
    const at = found.get(location);
    return at ? ` (${at.file}:${at.line})` : '';
  });
}
