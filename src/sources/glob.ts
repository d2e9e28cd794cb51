// A token of a glob. `folders` is `**` and a slash: any number of complete folders. `rest` is a final `**`: the
// remaining names.
type Token =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'any' | 'star' | 'folders' | 'rest' }
  | { readonly type: 'class'; readonly ranges: readonly (readonly [string, string])[]; readonly negated: boolean }
  | { readonly type: 'choice'; readonly branches: readonly (readonly Token[])[] };

/** Offsets in a path up to which a part of the glob has matched, ascending and unique. */
type Offsets = readonly number[];

/**
 * Compiles a glob with `*`, `?`, `**`, `[abc]`, `[!a-z]`, `{a,b}` and `\` into a function that returns true if all of a
 * path matches. Wildcards match no `/`, and without `dot` no dot at the start of a name.
 *
 * Tracks all reachable offsets at once and never backtracks. The time is at most proportional to the length of the path
 * times that of the glob.
 */
export function compileGlob(glob: string, dot: boolean): (path: string) => boolean {
  const tokens = parse(glob);
  const [star, end, more] = tokens;
  // The most common ending needs no list of offsets for each of thousands of names.
  if (star?.type === 'star' && end?.type === 'text' && !more && !end.text.includes('/'))
    return (path) => path.endsWith(end.text) && !path.includes('/') && (dot || !path.startsWith('.'));
  return (path) => {
    const ends = matchAll(tokens, path, [0], dot);
    return ends[ends.length - 1] === path.length;
  };
}

function parse(glob: string): Token[] {
  const tokens: Token[] = [];
  let text = '';
  const add = (token: Token): void => {
    if (text !== '') tokens.push({ type: 'text', text });
    text = '';
    tokens.push(token);
  };
  for (let at = 0; at < glob.length;) {
    const [token, length] = parseToken(glob, at);
    if (typeof token === 'string') text += token;
    else add(token);
    at += length;
  }
  return text === '' ? tokens : [...tokens, { type: 'text', text }];
}

/** Returns the token at an offset, or literal characters, and its length in the glob. */
function parseToken(glob: string, at: number): readonly [Token | string, number] {
  const character = glob.charAt(at);
  if (character === '\\' && at + 1 < glob.length) return [glob.charAt(at + 1), 2];
  if (character === '?') return [{ type: 'any' }, 1];
  if (character === '*') return parseStars(glob, at);
  if (character === '[') return parseClass(glob, at) ?? [character, 1];
  if (character === '{') return parseChoice(glob, at) ?? [character, 1];
  return [character, 1];
}

/** Parses stars. `**` matches folders only if it is a complete name. */
function parseStars(glob: string, at: number): readonly [Token, number] {
  const [{ length } = ''] = /^\*+/.exec(glob.slice(at)) ?? [];
  const isName = length === 2 && (at === 0 || '/{,'.includes(glob.charAt(at - 1)));
  const next = glob.charAt(at + length);
  if (isName && next === '/') return [{ type: 'folders' }, length + 1];
  return [{ type: isName && (next === '' || ',}'.includes(next)) ? 'rest' : 'star' }, length];
}

/** Parses a character class. Returns undefined if no bracket closes it. */
function parseClass(glob: string, at: number): readonly [Token, number] | undefined {
  const found = /^\[([!^]?)((?:\\.|[^/\\])(?:\\.|[^\]/\\])*)\]/su.exec(glob.slice(at));
  if (!found) return undefined;
  const [whole, mark = '', body = ''] = found;
  const ranges = Array.from(body.matchAll(/(\\.|.)(?:-(\\.|[^\\]))?/gsu), ([, first = '', last]) => {
    const low = first.slice(-1);
    return [low, last === undefined ? low : last.slice(-1)] as const;
  });
  return [{ type: 'class', ranges, negated: mark !== '' }, whole.length];
}

/** Parses a choice. Returns undefined if no brace closes it, or if it has no comma. */
function parseChoice(glob: string, at: number): readonly [Token, number] | undefined {
  const commas: number[] = [];
  let depth = 0;
  for (let index = at; index < glob.length; index++) {
    const character = glob.charAt(index);
    if (character === '\\') index++;
    else if (character === '{') depth++;
    else if (character === ',' && depth === 1) commas.push(index);
    else if (character === '}' && --depth === 0) {
      if (commas.length === 0) return undefined;
      const starts = [at, ...commas];
      const branches = [...commas, index].map((end, place) => parse(glob.slice((starts[place] ?? at) + 1, end)));
      return [{ type: 'choice', branches }, index + 1 - at];
    }
  }
  return undefined;
}

function matchAll(tokens: readonly Token[], path: string, starts: Offsets, dot: boolean): Offsets {
  let offsets = starts;
  for (const token of tokens) {
    if (offsets.length === 0) return offsets;
    offsets = matchOne(token, path, offsets, dot);
  }
  return offsets;
}

function matchOne(token: Token, path: string, starts: Offsets, dot: boolean): Offsets {
  switch (token.type) {
    case 'text':
      return starts.filter((at) => path.startsWith(token.text, at)).map((at) => at + token.text.length);
    case 'any':
      return starts.filter((at) => isWild(path, at, dot)).map((at) => at + 1);
    case 'class':
      return starts.filter((at) => isWild(path, at, dot) && isIn(token, path.charAt(at))).map((at) => at + 1);
    case 'star':
      // An empty match of a star does not match a hidden name either: `*.yaml` does not match `.yaml`.
      return spread(
        starts.filter((at) => isWild(path, at, dot) || !isWild(path, at, true)),
        path,
        (at) => isWild(path, at, dot),
      );
    case 'folders': {
      const reached = spread(starts, path, (at) => path.charAt(at) === '/' || isWild(path, at, dot));
      const given = new Set(starts);
      return reached.filter((at) => given.has(at) || path.charAt(at - 1) === '/');
    }
    case 'rest': {
      const reached = spread(starts, path, (at) => path.charAt(at) === '/' || isWild(path, at, dot));
      return reached.filter((at) => at === path.length || path.charAt(at) === '/');
    }
    case 'choice': {
      const ends = token.branches.flatMap((branch) => matchAll(branch, path, starts, dot));
      return [...new Set(ends)].sort((a, b) => a - b);
    }
  }
}

/**
 * Returns all offsets that are reachable from `starts`, in order. A run ends at the first character that `goesOn`
 * rejects. Each offset is visited once.
 */
function spread(starts: Offsets, path: string, goesOn: (at: number) => boolean): Offsets {
  const reached: number[] = [];
  let next = 0;
  for (const start of starts) {
    if (start < next) continue;
    let at = start;
    reached.push(at);
    while (at < path.length && goesOn(at)) reached.push(++at);
    next = at + 1;
  }
  return reached;
}

/** Returns true if a wildcard may match the character. */
function isWild(path: string, at: number, dot: boolean): boolean {
  const character = path.charAt(at);
  if (character === '' || character === '/') return false;
  return dot || character !== '.' || (at > 0 && path.charAt(at - 1) !== '/');
}

function isIn({ ranges, negated }: Extract<Token, { type: 'class' }>, character: string): boolean {
  return ranges.some(([low, high]) => low <= character && character <= high) !== negated;
}
