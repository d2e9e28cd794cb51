import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import type * as Main from './main.js';
import { PACKAGE_FOLDER } from './package-folder.js';

/**
 * The name of the file with the program, as the build makes it of `main.ts` and puts it in here: a script that is a function
 * of what a CommonJS module knows, and of its URL. The name holds a digest of the file.
 */
declare const PROGRAM: string;

/** What `main.ts` exports. */
type Exports = typeof Main;

type Evaluate = (require: NodeJS.Require, module: { exports: Exports | undefined }, url: string) => void;

const file = new URL(`dist/${PROGRAM}`, PACKAGE_FOLDER);

/**
 * Where the code is that V8 has made of the program while it was built. There is none for another version of V8, for other
 * flags or another processor: then V8 makes it anew, a function at a time.
 */
const codeFile = new URL(`${file.href}.${process.arch}-${cachedDataVersionTag()}.code`);

const cachedData = readCode();
// V8 keeps the name in the code, wherever that is brought: it must not tell where the program was built.
const filename = `weir:dist/${PROGRAM}`;
const source = readFileSync(file, 'latin1');
const script = new Script(source, {
  filename,
  ...(cachedData ? { cachedData } : {}),
});
const module: { exports: Exports | undefined } = { exports: undefined };
(script.runInThisContext() as Evaluate)(createRequire(file), module, file.href);
if (!module.exports) throw new Error(`${file.href} is not the program`);

export const { main } = module.exports;

/** The code that V8 has made of the program so far. */
export function createCode(): Buffer {
  return script.createCachedData();
}

/** Keeps code for later processes. Throws if V8 rejects it under the flags of this process. */
export function saveCode(code: Buffer): void {
  if (new Script(source, { filename, cachedData: code }).cachedDataRejected === true)
    throw new Error('V8 rejects the code of the program');
  writeFileSync(codeFile, code);
}

function readCode(): Buffer | undefined {
  try {
    return readFileSync(codeFile);
  } catch {
    return undefined;
  }
}
