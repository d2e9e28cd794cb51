import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import type * as Main from './main.js';
import { PACKAGE_FOLDER } from './package-folder.js';

/**
 * Name of the program's file, which the build inserts. The file is a script, created from `main.ts`. It evaluates to a
 * function of the variables of a CommonJS module and its URL. The name contains a digest of the file.
 */
declare const PROGRAM: string;

/** Exports of `main.ts`. */
type Exports = typeof Main;

type Evaluate = (require: NodeJS.Require, module: { exports: Exports | undefined }, url: string) => void;

const file = new URL(`dist/${PROGRAM}`, PACKAGE_FOLDER);

/**
 * File with the code that V8 compiled from the program during the build. It is missing for a different version of V8,
 * different flags or a different processor. V8 then compiles each function when it is called.
 */
const codeFile = new URL(`${file.href}.${process.arch}-${cachedDataVersionTag()}.code`);

const cachedData = readCode();
// V8 stores the name in the code. It must not contain the location of the build.
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

/** Returns the code that V8 has compiled from the program so far. */
export function createCode(): Buffer {
  return script.createCachedData();
}

/** Stores code for later processes. Throws if V8 rejects it under the flags of this process. */
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
