import type { ScalarEvent } from 'js-yaml';
import type { YamlProblem } from '../model/document.js';
import { type Composition, Stop } from './composition.js';
import { extentOf } from './parse.js';
import { type Scalar, isInteger, readPlain } from './scalar.js';

/** Short names of the tags for types of plain scalars, without the prefix of the YAML repository. */
type TypeTag = 'int' | 'float' | 'bool' | 'null';

const DATE = String.raw`\d{4}-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])`;
const TIME = String.raw`(?:[01]?\d|2[0-3]):[0-5]?\d:[0-5]?\d(?:[.,]\d+)?`;
/** Times that kubectl's parser accepts. The length of the month is not checked here. */
const TIMESTAMP = new RegExp(String.raw`^${DATE}(?:[Tt]${TIME}(?:Z|[+-]\d\d:\d\d)| ${TIME})?$`);
/** Base64 alphabet and padding. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Returns the value of a tagged scalar as kubectl reads it. Text after `!!binary` is decoded. Numbers and words are
 * read in quotes as without.
 *
 * Throws Stop if the tag is unknown, or if the text does not match the tag.
 */
export function readTagged(state: Composition, event: ScalarEvent, text: string): Scalar {
  const tag = shortTag(state, event);
  switch (tag) {
    case '!':
    case 'str':
      return text;
    case 'binary':
      return decode(text) ?? refuse(state, event, 'bad-base64', '');
    case 'timestamp':
      return TIMESTAMP.test(text) ? text : refuse(state, event, 'wrong-tag', '!!timestamp');
    case 'int':
    case 'float':
    case 'bool':
    case 'null': {
      const { value } = readPlain(text);
      return isOfType(tag, value, text) ? value : refuse(state, event, 'wrong-tag', `!!${tag}`);
    }
    default:
      throw new Stop({ fact: 'unknown-tag', detail: tag, ...tagExtent(event) });
  }
}

function shortTag(state: Composition, event: ScalarEvent): string {
  return state.source.slice(event.tagStart, event.tagEnd).replace(/^(!!|!<tag:yaml\.org,2002:)|>$/g, '');
}

/** Returns true if a value has the type of a tag. Every integer is a float, too. */
function isOfType(tag: TypeTag, value: Scalar, text: string): boolean {
  if (tag === 'null') return value === null;
  if (tag === 'bool') return typeof value === 'boolean';
  return typeof value === 'number' && (tag === 'float' || isInteger(text));
}

/** Decodes base64 (RFC 4648 §4), with line breaks anywhere. Returns undefined if the text is invalid. */
function decode(text: string): string | undefined {
  const characters = text.replace(/[\r\n]/g, '');
  if (characters.length % 4 !== 0 || !BASE64.test(characters)) return undefined;
  return Buffer.from(characters, 'base64').toString();
}

/** Throws Stop, located at the value, or at the tag if the value is empty. */
function refuse(state: Composition, event: ScalarEvent, fact: YamlProblem['fact'], detail: string): never {
  const extent = event.valueStart < 0 ? tagExtent(event) : extentOf(event, state.source);
  throw new Stop({ fact, detail, ...extent });
}

function tagExtent({ tagStart, tagEnd }: ScalarEvent): Pick<YamlProblem, 'offset' | 'length'> {
  return { offset: tagStart, length: tagEnd - tagStart };
}
