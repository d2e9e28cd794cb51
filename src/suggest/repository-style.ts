import type { Manifest, SourceFile } from '../model/manifest.js';
import { readMetadata } from '../model/kubernetes-object.js';
import { asObject } from '../std/json.js';
import { groupBy } from '../std/group-by.js';
import { splitDocuments } from '../yaml/documents.js';
import { type YamlStyle, detectStyle } from './yaml-style.js';

/** How a repository keeps its NetworkPolicies. */
export interface RepositoryStyle {
  readonly yaml: YamlStyle;
  /** Labels that all of its policies have. */
  readonly labels: Readonly<Record<string, string>>;
  /** Start of the names of its policies, such as `allow-`, or ''. */
  readonly prefix: string;
  /** Returns the path of the file for a new policy. */
  readonly fileOf: (namespace: string, name: string) => string;
}

/** Minimum number of policies with a common trait that make it a style. */
const MIN_COMMON = 2;
const PREFIX = /^(?:allow|np|netpol|policy|networkpolicy)-/;

/** Detects the style of a repository. `policies` are its NetworkPolicies, `others` its other objects. */
export function detectRepositoryStyle(policies: readonly Manifest[], others: readonly Manifest[]): RepositoryStyle {
  const texts = [...policies, ...others].map(({ origin }) => origin.file.text);
  return {
    yaml: detectStyle(texts),
    labels: commonLabels(policies),
    prefix: commonPrefix(policies),
    fileOf: createFileFinder(policies, others),
  };
}

function commonLabels(policies: readonly Manifest[]): Readonly<Record<string, string>> {
  const [first, ...rest] = policies;
  if (!first || policies.length < MIN_COMMON) return {};
  const labels = asObject(asObject(first.object.metadata)?.labels) ?? {};
  const common = Object.entries(labels).filter(([key, value]) =>
    rest.every(({ object }) => readMetadata(object, 'labels', key) === value),
  );
  return Object.fromEntries(common) as Record<string, string>;
}

function commonPrefix(policies: readonly Manifest[]): string {
  const prefixes = policies.map(({ name }) => PREFIX.exec(name)?.[0] ?? '').filter((prefix) => prefix !== '');
  const [first = ''] = prefixes;
  return prefixes.length >= MIN_COMMON && prefixes.every((one) => one === first) ? first : '';
}

/**
 * Finds files for new policies: one for each policy if the repository does so, else the file of the policies of the
 * namespace, or a file like that of another namespace.
 */
function createFileFinder(policies: readonly Manifest[], others: readonly Manifest[]): RepositoryStyle['fileOf'] {
  const files = [...new Set(policies.map(({ origin }) => origin.file))];
  const isAlone = files.length > 1 && files.every(({ text }) => splitDocuments(text).length === 1);
  const policiesIn = groupBy(policies, ({ namespace }) => namespace);
  const othersIn = groupBy(others, ({ namespace }) => namespace);
  return (namespace, name) => {
    const own = policiesIn.get(namespace)?.[0];
    const near = own ?? othersIn.get(namespace)?.[0] ?? policies[0] ?? others[0];
    const folder = folderOf(near?.origin.file);
    if (isAlone) return `${folder}${own || !near || near.namespace === namespace ? '' : `${namespace}-`}${name}.yaml`;
    if (own) return own.origin.file.path;
    const [other] = policies;
    if (other?.origin.file.path.includes(other.namespace) === true && other.namespace !== '')
      return other.origin.file.path.replaceAll(other.namespace, namespace);
    return `${folder}${namespace}-network-policies.yaml`;
  };
}

function folderOf(file: SourceFile | undefined): string {
  return file?.path.replace(/[^/]*$/, '') ?? '';
}
