import type { ScalarEvent } from 'js-yaml';
import type { YamlProblem } from '../model/document.js';
import { type Composition, Stop } from './composition.js';
import { extentOf } from './parse.js';
import { type Scalar, isInteger, readPlain } from './scalar.js';

/** Short names of the tags that say what a plain scalar must be, without the prefix of the YAML repository. */
type TypeTag = 'int' | 'float' | 'bool' | 'null';

const DATE = String.raw`\d{4}-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])`;
const TIME = String.raw`(?:[01]?\d|2[0-3]):[0-5]?\d:[0-5]?\d(?:[.,]\d+)?`;
/** Times as kubectl's reader takes them; of a day it is not held here that its month has it. */
const TIMESTAMP = new RegExp(String.raw`^${DATE}(?:[Tt]${TIME}(?:Z|[+-]\d\d:\d\d)| ${TIME})?$`);
/** Whole groups of four characters. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Returns the value of a scalar with a tag, as kubectl reads it: text behind `!!binary` is decoded, and numbers and
 * words are read in quotes as without. Throws Stop for a tag that nobody knows, and for a text that is not what its tag
 * says.
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

/** Every integer is a float, too. */
function isOfType(tag: TypeTag, value: Scalar, text: string): boolean {
  if (tag === 'null') return value === null;
  if (tag === 'bool') return typeof value === 'boolean';
  return typeof value === 'number' && (tag === 'float' || isInteger(text));
}

/**
 * Returns the text that base64 (RFC 4648 §4) stands for, which may have line breaks anywhere, or undefined for any
 * other.
 */
function decode(text: string): string | undefined {
  const characters = text.replace(/[\r\n]/g, '');
  if (characters.length % 4 !== 0 || !BASE64.test(characters)) return undefined;
  return Buffer.from(characters, 'base64').toString();
}

/** Shows the value; an empty one has no place but its tag's. */
function refuse(state: Composition, event: ScalarEvent, fact: YamlProblem['fact'], detail: string): never {
  const extent = event.valueStart < 0 ? tagExtent(event) : extentOf(event, state.source);
  throw new Stop({ fact, detail, ...extent });
}

function tagExtent({ tagStart, tagEnd }: ScalarEvent): Pick<YamlProblem, 'offset' | 'length'> {
  return { offset: tagStart, length: tagEnd - tagStart };
}
