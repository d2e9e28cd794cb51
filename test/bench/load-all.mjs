// What every compiler of YAML has to beat: js-yaml's CommonJS build reads all files of a repository in one call, and nothing
// else happens. Its ES module is slower where it is called often.
import { createRequire } from 'node:module';
import { readTexts } from './texts.mjs';

const { loadAll } = createRequire(import.meta.url)('js-yaml');
loadAll(readTexts(process.argv[2]).join('\n---\n'));
