import { FAMILY_WORDS, type FamilyValues, LONGEST_COMMENT, renderRuleset } from './ruleset.js';
import { isInterfaceWord } from '../ovn-kubernetes/interface-word.js';
import type { SetElement } from '../model/node-state.js';
import { type Family, formatAddress, parseAddress } from '../net/address.js';

/** A parsed `nftables.nft`. nft reads these texts, never the delivered file. */
export interface RenderedRuleset {
  /** Ruleset, rendered again from the parsed values. */
  readonly text: string;
  /** Ruleset without elements. */
  readonly definition: string;
  /** Elements by the names of their sets and maps, and there by their keys. */
  readonly elements: ReadonlyMap<string, ReadonlyMap<string, SetElement>>;
}

interface Line {
  readonly number: number;
  readonly text: string;
}

const TRANSLATION = /^(\S+) \. "([^"]+)" : (\S+),$/;
const SERVICE = /^(\S+)(?: comment "([a-z0-9./-]+)")? : (\S+),$/;

/**
 * Reads a ruleset rendered by Weir: parses its elements, and compares the result of rendering them with the text,
 * except blanks and comments.
 *
 * Returns a sentence with the number of the first different line, for example for `include`, other tables or other
 * statements. The sentence does not quote the line.
 */
export function parseRenderedRuleset(text: string): RenderedRuleset | string {
  const lines = significantLines(text);
  const families = readFamilies(lines);
  if (!Array.isArray(families)) return refuse(families);
  const has = (line: string): boolean => lines.some((each) => each.text === line);
  const features = {
    hasEgressIP: has('chain egress-ip-snat {'),
    hasServices: has('chain egress-services {'),
    restoresMarks: has('chain egress-ip-connmark {'),
  };
  const rendered = renderRuleset({ ...features, families });
  const wanted = significantLines(rendered);
  const end: Line = { number: (lines.at(-1)?.number ?? 0) + 1, text: '' };
  const other = [...lines, end].find(({ text: line }, index) => line !== (wanted[index]?.text ?? ''));
  if (other) return refuse(other);
  const without = families.map((family) => ({ ...family, translations: [], services: [] }));
  return {
    text: rendered,
    definition: renderRuleset({ ...features, families: without }),
    elements: new Map(families.flatMap(elementsOf)),
  };
}

function refuse({ number }: Line): string {
  return `line ${number} is not what this version of Weir writes there: render the folder again with this version`;
}

function significantLines(text: string): readonly Line[] {
  return text
    .split('\n')
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '' && !line.text.startsWith('#'));
}

/**
 * Returns the families in their order, with the elements of their maps. Returns the first line in such a map that is
 * not a valid element.
 */
function readFamilies(lines: readonly Line[]): FamilyValues[] | Line {
  const families = new Map<Family, Mutable>();
  const keys = new Set<string>();
  let map: { readonly family: Family; readonly isService: boolean } | undefined;
  for (const line of lines) {
    const [, feature, suffix] = /^map egress-(ip|service)-snat-(v4|v6) \{$/.exec(line.text) ?? [];
    if (feature !== undefined) {
      map = { family: suffix === 'v4' ? 'IPv4' : 'IPv6', isService: feature === 'service' };
      if (!families.has(map.family)) families.set(map.family, { translations: [], services: [] });
    } else if (/^(?:set|chain) /.test(line.text)) {
      map = undefined;
    } else if (map && line.text.endsWith(',')) {
      const key = readElement(line.text, map, families.get(map.family));
      if (key === undefined || keys.has(key)) return line;
      keys.add(key);
    }
  }
  return [...families].map(([family, values]) => ({ ...FAMILY_WORDS[family], ...values }));
}

interface Mutable {
  readonly translations: FamilyValues['translations'][number][];
  readonly services: FamilyValues['services'][number][];
}

/** Adds an element to its family. Returns the key that must be unique. Returns undefined if the element is invalid. */
function readElement(
  line: string,
  { family, isService }: { readonly family: Family; readonly isService: boolean },
  values: Mutable | undefined,
): string | undefined {
  const [, from = '', word, to = ''] = (isService ? SERVICE : TRANSLATION).exec(line) ?? [];
  if (!isAddress(from, family) || !isAddress(to, family)) return undefined;
  if (isService) {
    if (word !== undefined && word.length > LONGEST_COMMENT) return undefined;
    values?.services.push({ endpoint: from, comment: word, address: to });
    return `service ${from}`;
  }
  if (word === undefined || !isInterfaceWord(word)) return undefined;
  values?.translations.push({ podAddress: from, interface: word, egressAddress: to });
  return `${from} ${word}`;
}

function isAddress(text: string, family: Family): boolean {
  const address = parseAddress(text);
  return address?.family === family && formatAddress(address) === text;
}

function elementsOf({ suffix, translations, services }: FamilyValues): [string, ReadonlyMap<string, SetElement>][] {
  const byKey = (elements: readonly SetElement[]) => new Map(elements.map((element) => [element.key, element]));
  const keyed = translations.map((each) => ({
    key: `${each.podAddress} . "${each.interface}"`,
    data: each.egressAddress,
  }));
  const served = services.map(({ endpoint, comment, address }) => ({
    key: endpoint,
    data: address,
    ...(comment === undefined ? {} : { comment }),
  }));
  return [
    [`egress-ip-snat-${suffix}`, byKey(keyed)],
    [`egress-ip-pods-${suffix}`, byKey(keyed.map(({ key }) => ({ key })))],
    [`egress-service-snat-${suffix}`, byKey(served)],
  ];
}
