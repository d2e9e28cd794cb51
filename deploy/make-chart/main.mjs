// Makes the Helm chart of the kustomizations of `deploy`: what they have in all variants stands as it is, and what only some have
// is under a condition on values. So there is one description of the appliers. Needs kubectl.
//
//   node deploy/make-chart/main.mjs [FOLDER]   (default: deploy/chart)
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { valueName } from './conditions.mjs';
import { emitNode, guarded } from './emit.mjs';
import { mergeValues } from './merge.mjs';
import { CHOICES, DEFAULTS, TOPOLOGIES, buildVariants, describeChoice } from './variants.mjs';

const { version, description } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const HEAD = '# Made by deploy/make-chart of the kustomizations of `deploy`.\n';
const WORKLOADS = ['node', 'zone', 'cluster'];

/** The files of the chart, as path and text. */
function makeChart() {
  return new Map([
    ['Chart.yaml', makeDescription()],
    ['values.yaml', makeValues()],
    ['values.schema.json', `${JSON.stringify(makeSchema(), null, 2)}\n`],
    ...makeTemplates(buildVariants()),
    ['templates/api-server-address.yaml', makeApiServerAddress()],
  ]);
}

function makeTemplates(variants) {
  const merged = mergeValues(
    variants.map(({ objects, ...variant }) => ({
      variant,
      value: Object.fromEntries(objects.map((one) => [`${one.metadata.name}/${one.kind}`, one])),
    })),
  );
  const texts = new Map();
  for (const { key, when, node } of merged.entries) {
    const [name, kind] = key.split('/');
    const object = emitNode(node, name).split('\n');
    const isNamespace = kind === 'Namespace';
    const lines = guarded(isNamespace ? '.Values.createNamespace' : when, ['---', ...object]);
    const path = `templates/${isNamespace ? 'namespace' : name}.yaml`;
    texts.set(path, `${texts.get(path) ?? HEAD}${lines.join('\n')}\n`);
  }
  return texts;
}

/** The ConfigMap that an overlay with the component api-server-address has. */
function makeApiServerAddress() {
  const when = `.Values.components.${valueName('api-server-address')}`;
  const address = (name) =>
    `  ${name}: {{ required "apiServer.${name} is required" .Values.apiServer.${name} | quote }}`;
  const lines = [
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    '  name: weir-api-server',
    '  namespace: {{ .Release.Namespace }}',
  ];
  return `${HEAD}${guarded(when, [...lines, 'data:', address('host'), address('port')]).join('\n')}\n`;
}

function makeDescription() {
  return `${HEAD}apiVersion: v2\nname: weir\ntype: application\ndescription: ${description}\nversion: ${version}\nappVersion: ${version}\n`;
}

function makeValues() {
  const components = CHOICES.map(
    (choice) => `  # ${describeChoice(choice)}\n  ${valueName(choice)}: ${DEFAULTS.includes(choice)}\n`,
  );
  return `${HEAD}# deploy/README.md describes the choices.

# Required. central: one zone. interconnect: a zone for each node.
topology:
# Required: the name of the image, and its digest (sha256:<64 hexadecimal digits>).
image:
  repository:
  digest:
# Also makes the namespace of the release, with the labels that its pods need.
createNamespace: false
components:
${components.join('')}# For apiServerAddress: an address of the API server that exists without the Service \`kubernetes\`.
apiServer:
  host:
  port:
# Requests and limits. By default, those for 1,000 nodes and 10,000 pods.
resources:
${WORKLOADS.map((name) => `  ${name}:\n`).join('')}`;
}

function makeSchema() {
  const object = (properties, required = []) => ({ type: 'object', additionalProperties: false, properties, required });
  const optional = (type) => ({ type: [type, 'null'] });
  const each = (names, schema) => Object.fromEntries(names.map((name) => [name, schema]));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...object(
      {
        global: { type: 'object' },
        topology: { enum: TOPOLOGIES },
        image: object(
          {
            repository: { type: 'string', minLength: 1 },
            digest: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
          },
          ['repository', 'digest'],
        ),
        createNamespace: { type: 'boolean' },
        components: object(each(CHOICES.map(valueName), { type: 'boolean' })),
        apiServer: object({ host: optional('string'), port: { type: ['string', 'integer', 'null'] } }),
        resources: object(each(WORKLOADS, optional('object'))),
      },
      ['topology', 'image'],
    ),
  };
}

const folder = process.argv[2] ?? fileURLToPath(new URL('../chart', import.meta.url));
rmSync(folder, { recursive: true, force: true });
for (const [path, text] of makeChart()) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
