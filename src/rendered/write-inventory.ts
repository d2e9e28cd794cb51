import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A file of an inventory. */
export interface InventoryText {
  readonly path: string;
  readonly text: string;
}

/**
 * Makes a folder hold these files and nothing else, all of them or, where one cannot be written, none. A folder that
 * holds other things than inventories do (`isOurs`) is left alone. A string says what is wrong.
 */
export function writeInventory(
  folder: string,
  files: readonly InventoryText[],
  isOurs: (path: string) => boolean,
): string | undefined {
  const target = resolve(folder);
  let made: string | undefined;
  try {
    const foreign = existsSync(target) ? readdirSync(target).find((path) => !isOurs(path)) : undefined;
    if (foreign !== undefined)
      return `${folder} holds ${foreign}, which is no part of an inventory: name another folder`;
    mkdirSync(dirname(target), { recursive: true });
    made = mkdtempSync(join(dirname(target), `.${basename(target)}-`));
    const next = join(made, 'next');
    mkdirSync(next);
    for (const { path, text } of files) writeFileSync(join(next, path), text);
    if (existsSync(target)) renameSync(target, join(made, 'last'));
    renameSync(next, target);
    return undefined;
  } catch (error) {
    if (made !== undefined && existsSync(join(made, 'last')) && !existsSync(target)) {
      renameSync(join(made, 'last'), target);
    }
    return `${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
  }
}
