/** Returns the error of Go's `encoding/json` for a text, or undefined if the text is valid JSON. */
export function goSyntaxError(text: string): string | undefined {
  const scanner = { text, at: 0 };
  return scanValue(scanner) ?? scanEnd(scanner);
}

/** Returns the name that Go's `encoding/json` gives to the type of a JSON value. */
export function goTypeName(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

interface Scanner {
  readonly text: string;
  at: number;
}

type Problem = string | undefined;

const END = 'unexpected end of JSON input';

function skipBlanks(scanner: Scanner): string {
  while (/[ \t\r\n]/.test(scanner.text[scanner.at] ?? '')) scanner.at++;
  return scanner.text[scanner.at] ?? '';
}

function refuse({ text, at }: Scanner, context: string): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (text[at] === undefined) return END;
  const shown = character === "'" ? "\\'" : character === '"' ? '"' : JSON.stringify(character).slice(1, -1);
  return `invalid character '${shown}' ${context}`;
}

function scanEnd(scanner: Scanner): Problem {
  return skipBlanks(scanner) === '' ? undefined : refuse(scanner, 'after top-level value');
}

function scanValue(scanner: Scanner): Problem {
  const first = skipBlanks(scanner);
  if (first === '{') return scanObject(scanner);
  if (first === '[') return scanArray(scanner);
  if (first === '"') return scanString(scanner);
  if (/[-0-9]/.test(first)) return scanNumber(scanner);
  const word = ['true', 'false', 'null'].find((one) => first !== '' && one.startsWith(first));
  return word === undefined ? refuse(scanner, 'looking for beginning of value') : scanWord(scanner, word);
}

function scanWord(scanner: Scanner, word: string): Problem {
  for (const expected of word) {
    if (scanner.text[scanner.at] !== expected) {
      return refuse(scanner, `in literal ${word} (expecting '${expected}')`);
    }
    scanner.at++;
  }
  return undefined;
}

function scanObject(scanner: Scanner): Problem {
  scanner.at++;
  if (skipBlanks(scanner) === '}') {
    advance(scanner);
    return;
  }
  for (;;) {
    if (skipBlanks(scanner) !== '"') return refuse(scanner, 'looking for beginning of object key string');
    const problem = scanString(scanner);
    if (problem !== undefined) return problem;
    if (skipBlanks(scanner) !== ':') return refuse(scanner, 'after object key');
    scanner.at++;
    const inner = scanValue(scanner);
    if (inner !== undefined) return inner;
    const next = skipBlanks(scanner);
    if (next === '}') {
      advance(scanner);
      return;
    }
    if (next !== ',') return refuse(scanner, 'after object key:value pair');
    scanner.at++;
  }
}

function scanArray(scanner: Scanner): Problem {
  scanner.at++;
  if (skipBlanks(scanner) === ']') {
    advance(scanner);
    return;
  }
  for (;;) {
    const inner = scanValue(scanner);
    if (inner !== undefined) return inner;
    const next = skipBlanks(scanner);
    if (next === ']') {
      advance(scanner);
      return;
    }
    if (next !== ',') return refuse(scanner, 'after array element');
    scanner.at++;
  }
}

function advance(scanner: Scanner): undefined {
  scanner.at++;
  return undefined;
}

function scanString(scanner: Scanner): Problem {
  scanner.at++;
  for (;;) {
    const character = scanner.text[scanner.at];
    if (character === undefined) return END;
    if (character === '"') {
      advance(scanner);
      return;
    }
    if (character < ' ') return refuse(scanner, 'in string literal');
    scanner.at++;
    if (character !== '\\') continue;
    const escape = scanner.text[scanner.at];
    if (escape === undefined || !/["\\/bfnrtu]/.test(escape)) return refuse(scanner, 'in string escape code');
    scanner.at++;
    for (let digits = 0; escape === 'u' && digits < 4; digits++) {
      if (!/[0-9a-fA-F]/.test(scanner.text[scanner.at] ?? '')) {
        return refuse(scanner, 'in \\u hexadecimal character escape');
      }
      scanner.at++;
    }
  }
}

function scanNumber(scanner: Scanner): Problem {
  if (scanner.text[scanner.at] === '-') scanner.at++;
  if (scanner.text[scanner.at] === '0') scanner.at++;
  else if (!scanDigits(scanner)) return refuse(scanner, 'in numeric literal');
  if (scanner.text[scanner.at] === '.') {
    scanner.at++;
    if (!scanDigits(scanner)) return refuse(scanner, 'after decimal point in numeric literal');
  }
  if (/[eE]/.test(scanner.text[scanner.at] ?? '')) {
    scanner.at++;
    if (/[-+]/.test(scanner.text[scanner.at] ?? '')) scanner.at++;
    if (!scanDigits(scanner)) return refuse(scanner, 'in exponent of numeric literal');
  }
  return undefined;
}

function scanDigits(scanner: Scanner): boolean {
  const first = scanner.at;
  while (/[0-9]/.test(scanner.text[scanner.at] ?? '')) scanner.at++;
  return scanner.at > first;
}
