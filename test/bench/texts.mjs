import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The texts of all manifests and of the inventory of a generated repository. */
export function readTexts(repository) {
  return ['egress', 'inventory'].flatMap((folder) =>
    readdirSync(join(repository, folder)).map((name) => readFileSync(join(repository, folder, name), 'utf8')),
  );
}
