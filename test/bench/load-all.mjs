// What every compiler of YAML has to beat: read all files of a repository with js-yaml's loadAll, and nothing else.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';

for (const folder of ['egress', 'inventory']) {
  for (const name of readdirSync(join(process.argv[2], folder))) {
    loadAll(readFileSync(join(process.argv[2], folder, name), 'utf8'));
  }
}
