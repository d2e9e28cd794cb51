// Bundles the page of the report for browsers into dist/report. What it takes of other packages comes with their licences.
import { readFileSync, readdirSync } from 'node:fs';
import { build } from 'esbuild';

const ROOT = new URL('../../../', import.meta.url).pathname;
const options = {
  absWorkingDir: ROOT,
  entryPoints: { page: 'src/report/page/main.tsx' },
  outdir: 'dist/report',
  bundle: true,
  minify: true,
  format: 'iife',
  target: ['es2022'],
  legalComments: 'none',
  charset: 'utf8',
  metafile: true,
  // The licences are found by the path in node_modules, which may be a link.
  preserveSymlinks: true,
};

const { metafile } = await build({ ...options, write: false });
await build({ ...options, banner: { js: licencesOf(Object.keys(metafile.inputs)) } });

/** The licences of all packages of which some file is bundled, as a comment. */
function licencesOf(files) {
  const packages = files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  const texts = [...new Set(packages)].sort().map((name) => {
    const folder = `${ROOT}node_modules/${name}/`;
    const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    if (licence === undefined) throw new Error(`${name} has no licence`);
    return `${name}\n\n${readFileSync(`${folder}${licence}`, 'utf8').trim()}`;
  });
  return `/*!\n${texts.join('\n\n---\n\n').replaceAll('*/', '* /')}\n*/`;
}
