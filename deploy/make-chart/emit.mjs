import { stringify } from 'yaml';
import { NAMESPACE } from './variants.mjs';

const IMAGE = 'weir@sha256:set-the-digest-in-an-overlay';
const STEP = '  ';

/** A value of the chart that replaces one of the manifests, at the end of a path. */
const REPLACED = [
  {
    path: /^(weir-\w+) .*\/applier\/resources$/,
    value: ([, name]) => `.Values.resources.${name.slice('weir-'.length)}`,
  },
];

/** The text of a template for a node of `mergeValues`, of the object with that name. Without the line break at the end. */
export function emitNode(node, name) {
  return emitBlock(node, '', `${name} `).join('\n');
}

function emitBlock(node, indent, path) {
  if (node.entries) return guardRuns(node.entries, (one) => emitEntry(one.key, one.node, indent, `${path}/${one.key}`));
  if (node.items) return guardRuns(node.items, (one) => emitItem(one.node, indent, path));
  if (Array.isArray(node.value)) return node.value.flatMap((value) => emitItem({ value }, indent, path));
  return Object.entries(node.value).flatMap(([key, value]) => emitEntry(key, { value }, indent, `${path}/${key}`));
}

function emitEntry(key, node, indent, path) {
  const [replaced] = REPLACED.flatMap(({ path: pattern, value }) => {
    const match = pattern.exec(path);
    return match ? [value(match)] : [];
  });
  const own = emitOwnEntry(key, node, indent, path);
  if (replaced === undefined) return own;
  const given = `${indent}${key}: {{- toYaml ${replaced} | nindent ${indent.length + STEP.length} }}`;
  return [`{{- if ${replaced} }}`, given, '{{- else }}', ...own, '{{- end }}'];
}

function emitOwnEntry(key, node, indent, path) {
  if (node.cases) return emitCases(node.cases, (one) => emitOwnEntry(key, one, indent, path));
  const head = `${indent}${quote(key)}:`;
  return isInline(node) ? [`${head} ${inline(node.value)}`] : [head, ...emitBlock(node, indent + STEP, path)];
}

function emitItem(node, indent, path) {
  if (node.cases) return emitCases(node.cases, (one) => emitItem(one, indent, path));
  if (isInline(node)) return [`${indent}- ${inline(node.value)}`];
  const name = node.value?.name ?? node.entries?.find(({ key }) => key === 'name')?.node.value;
  const [first, ...rest] = emitBlock(node, indent + STEP, `${path}/${name ?? ''}`);
  // A first key under a condition needs a line of its own for the dash.
  return first.startsWith('{{-') ? [`${indent}-`, first, ...rest] : [`${indent}- ${first.trimStart()}`, ...rest];
}

/** The lines of parts. Neighbours with the same condition share its lines. */
function guardRuns(parts, emit) {
  const lines = [];
  for (let start = 0, end = 0; start < parts.length; start = end) {
    const { when } = parts[start];
    while (end < parts.length && parts[end].when === when) end++;
    lines.push(...guarded(when, parts.slice(start, end).flatMap(emit)));
  }
  return lines;
}

function emitCases(cases, emit) {
  const lines = cases.flatMap(({ when, node }, index) => {
    const head = when === undefined ? '{{- else }}' : `{{- ${index === 0 ? '' : 'else '}if ${when} }}`;
    return [head, ...emit(node)];
  });
  return [...lines, '{{- end }}'];
}

/** Lines under a condition, as the text of a template. */
export function guarded(when, lines) {
  return when === undefined ? lines : [`{{- if ${when} }}`, ...lines, '{{- end }}'];
}

function isInline({ value }) {
  return value !== undefined && (typeof value !== 'object' || value === null || Object.keys(value).length === 0);
}

function inline(value) {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[]' : '{}';
  return quote(value);
}

/** A scalar of one line. Braces of its own are no action of the template. */
function quote(value) {
  const text = stringify(value, { lineWidth: 0, defaultStringType: 'PLAIN' }).trimEnd();
  const line = text.includes('\n') ? JSON.stringify(value) : text;
  return line
    .replaceAll('{{', '{{ "{{" }}')
    .replaceAll(IMAGE, '{{ .Values.image.repository }}@{{ .Values.image.digest }}')
    .replaceAll(NAMESPACE, '{{ .Release.Namespace }}');
}
