/** Letters with a meaning after a backslash. Any other letter is an error there. See PCRE2. */
const ESCAPES = 'aAbBcCdDeEfgGhHkKnNopPQrRsStvVwWxXzZ';
/** Escapes for a position instead of a character. They cannot be repeated. */
const PLACES = 'bBAzZGK';
const POSIX_CLASSES = 'alpha lower upper alnum ascii blank cntrl digit graph print punct space word xdigit'.split(' ');
/** Text that may follow `(?` or `(*`: a group without a number, an assertion, a name, or options. */
const GROUP =
  /^\((?:\*(?:atomic|[pn]l[ab]|(?:positive|negative)_look(?:ahead|behind)):|\?(?::|\||=|!|>|<=|<!|P?<[A-Za-z_]\w*>|[imsnxUJ]*(?:-[imsnx]+)?[:)]))/;
/** A verb, most of which may have a name, or a mark, which must have one. */
const VERB = /^\(\*(?:(?:ACCEPT|FAIL|F|COMMIT|PRUNE|SKIP|THEN)(?::[^)]*)?|(?:MARK)?:[^)]+)\)/;
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})[+?]?/;

/** A part of a pattern with its length and repeatability, or the problem. */
type Part = { readonly length: number; readonly isRepeatable: boolean } | { readonly problem: string };

/**
 * Returns the reason why the proxy's library, PCRE2, rejects a pattern. Returns undefined for an accepted one. Does not
 * check the lengths of assertions and the names of Unicode properties.
 */
export function findPatternProblem(pattern: string): string | undefined {
  let depth = 0;
  let groups = 0;
  let highest = 0;
  let isRepeatable = false;
  let at = 0;
  while (at < pattern.length) {
    const rest = pattern.slice(at, at + 300);
    const character = rest.charAt(0);
    if (character === '(') {
      const opening = readGroup(rest);
      if ('problem' in opening) return opening.problem;
      depth += opening.isOpen ? 1 : 0;
      groups += opening.isCounted ? 1 : 0;
    } else if (character === ')' && --depth < 0) return 'a parenthesis is closed and was never opened';
    if (character === '\\') highest = Math.max(highest, backReference(rest));
    const part = readPart(pattern, at, rest, isRepeatable);
    if ('problem' in part) return part.problem;
    at += part.length;
    isRepeatable = part.isRepeatable;
  }
  if (depth > 0) return 'a parenthesis is not closed';
  return highest > groups ? `there is no group ${highest}` : undefined;
}

function readPart(pattern: string, at: number, rest: string, isRepeatable: boolean): Part {
  const character = rest.charAt(0);
  if (character === '\\') return readEscape(pattern, at);
  if (character === '[') return readClass(pattern, at);
  if (character === '(') {
    const [text = '('] = GROUP.exec(rest) ?? VERB.exec(rest) ?? [];
    return { length: text.length, isRepeatable: false };
  }
  if ('|^$'.includes(character)) return { length: 1, isRepeatable: false };
  const [quantifier] = QUANTIFIER.exec(rest) ?? [];
  if (quantifier === undefined) return { length: 1, isRepeatable: true };
  return isRepeatable
    ? { length: quantifier.length, isRepeatable: false }
    : { problem: `${quantifier} follows nothing that can be repeated` };
}

function readGroup(
  rest: string,
): { readonly isOpen: boolean; readonly isCounted: boolean } | { readonly problem: string } {
  const isSpecial = rest.startsWith('(?') || rest.startsWith('(*');
  if (!isSpecial) return { isOpen: true, isCounted: true };
  if (VERB.test(rest)) return { isOpen: false, isCounted: false };
  const [text] = GROUP.exec(rest) ?? [];
  if (text === undefined) return { problem: `${rest.slice(0, 3)} begins no group` };
  return { isOpen: !text.endsWith(')'), isCounted: text.endsWith('>') && text !== '(?>' };
}

function readEscape(pattern: string, at: number): Part {
  const character = pattern.charAt(at + 1);
  if (character === '') return { problem: 'it ends in a backslash' };
  if (/[A-Za-z]/.test(character) && !ESCAPES.includes(character)) {
    return { problem: `\\${character} means nothing` };
  }
  if (character === 'c') return { length: 3, isRepeatable: true };
  if (character !== 'Q') return { length: 2, isRepeatable: !PLACES.includes(character) };
  const end = pattern.indexOf('\\E', at);
  return { length: (end < 0 ? pattern.length : end + 2) - at, isRepeatable: true };
}

/** Returns the number of the group that `\1` to `\9` references, else 0. */
function backReference(rest: string): number {
  return Number(/^\\([1-9])(?![0-9])/.exec(rest)?.[1] ?? 0);
}

function readClass(pattern: string, start: number): Part {
  let at = start + (pattern.charAt(start + 1) === '^' ? 2 : 1);
  const first = at;
  while (at < pattern.length) {
    const character = pattern.charAt(at);
    if (character === ']' && at > first) return { length: at + 1 - start, isRepeatable: true };
    const [posix, name = ''] = /^\[:\^?([a-z]*):\]/.exec(pattern.slice(at, at + 20)) ?? [];
    if (posix !== undefined) {
      if (!POSIX_CLASSES.includes(name)) return { problem: `there is no class ${posix}` };
      at += posix.length;
      continue;
    }
    const isEscape = character === '\\';
    if (isEscape && /[A-Za-z]/.test(pattern.charAt(at + 1)) && !ESCAPES.includes(pattern.charAt(at + 1))) {
      return { problem: `\\${pattern.charAt(at + 1)} means nothing` };
    }
    const end = pattern.charAt(at + 2);
    const isRange = !isEscape && pattern.charAt(at + 1) === '-' && !['', ']', '\\', '['].includes(end);
    if (isRange && end < character) return { problem: `the range ${character}-${end} is out of order` };
    at += isEscape ? 2 : isRange ? 3 : 1;
  }
  return { problem: 'a bracket is not closed' };
}
