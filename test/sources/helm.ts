import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { scratch } from './scratch.js';

/** As much of helm as a chart without functions needs: values by dotted names, the release and its namespace. */
const HELM = `#!${process.execPath}
const { readFileSync, readdirSync } = require('fs');
const [verb, release, chart, ...rest] = process.argv.slice(2);
if (verb !== 'template') process.exit(1);
const values = {};
const read = (path) => {
  for (const line of readFileSync(path, 'utf8').split('\\n')) {
    const [, name, value] = /^([a-z]+): (.*)$/.exec(line) ?? [];
    if (name) values[name] = value;
  }
};
read(chart + '/values.yaml');
let namespace = 'default';
while (rest.length > 0) {
  const [option, value] = rest.splice(0, 2);
  if (option === '--values') read(value);
  else if (option === '--namespace') namespace = value;
  else process.exit(1);
}
for (const name of readdirSync(chart + '/templates')) {
  const text = readFileSync(chart + '/templates/' + name, 'utf8')
    .replace(/{{ \\.Values\\.([a-z]+) }}/g, (_, key) => {
      if (!(key in values)) { console.error('Error: template: ' + name + ': nil pointer evaluating ' + key); process.exit(1); }
      return values[key];
    })
    .replace(/{{ \\.Release\\.Name }}/g, release)
    .replace(/{{ \\.Release\\.Namespace }}/g, namespace);
  process.stdout.write('---\\n# Source: egress/templates/' + name + '\\n' + text);
}
`;

/** An environment with a helm of the test's own; it goes away with the test. */
export function pathWithHelm(): { readonly PATH: string } {
  const bin = scratch({ helm: HELM });
  chmodSync(join(bin, 'helm'), 0o755);
  return { PATH: `${bin}:${process.env.PATH ?? ''}` };
}
