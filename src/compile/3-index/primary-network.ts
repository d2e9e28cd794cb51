import type { Namespace, PrimaryNetwork } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { createReportAt } from '../../model/report-at.js';
import { type WrittenSelector, indexNamespaces } from '../../selectors/namespaces.js';
import { type LabelSelector, compileSelector, isSelectorProblem } from '../../selectors/selector.js';
import { parseJsonAnnotation } from './fields.js';
import type { ObjectsByKind } from './inventory.js';
import { messages } from './messages.js';
import { readOverlay } from './overlay-network.js';
import { type Json, asObject, asString } from '../../std/json.js';
import { LABEL } from '../../ovn-kubernetes/annotations.js';

/**
 * Label of namespaces with a primary network, with any value. Without it, the pods are on the default network
 * (OVN-Kubernetes).
 */
const PRIMARY = LABEL.primaryNetwork;

/**
 * Returns the namespaces, those with the label with their primary user-defined network. It is the first of its
 * UserDefinedNetworks, else of the ClusterUserDefinedNetworks that select it, else of its NetworkAttachmentDefinitions.
 * `ofKind` are the objects of the inventory by kind, in byte order of their names. Reports specs of networks that the
 * API server would reject.
 */
export function assignPrimaryNetworks(
  namespaces: ReadonlyMap<string, Namespace>,
  ofKind: ObjectsByKind,
  report: Reporter,
): ReadonlyMap<string, Namespace> {
  const labelled = [...namespaces.values()].filter(({ labels }) => Object.hasOwn(labels, PRIMARY));
  const names = new Set(labelled.map(({ name }) => name));
  const networks = new Map<string, PrimaryNetwork>();
  const assign = (namespace: string, network: PrimaryNetwork): void => {
    if (names.has(namespace) && !networks.has(namespace)) networks.set(namespace, network);
  };
  for (const manifest of ofKind.get('UserDefinedNetwork') ?? []) {
    const isPrimary = readIsPrimary(manifest.object.spec, '/spec', createReportProblem(manifest, report));
    if (isPrimary) assign(manifest.namespace, { name: manifest.name, manifest });
  }
  const findNamespaces = indexNamespaces(labelled);
  const seen = new Set<readonly Namespace[]>();
  for (const manifest of ofKind.get('ClusterUserDefinedNetwork') ?? []) {
    const selector = readClusterNetwork(manifest, createReportProblem(manifest, report));
    // Thousands of networks may select the same namespaces.
    const selected = selector && networks.size < names.size ? findNamespaces(selector) : [];
    if (seen.has(selected)) continue;
    seen.add(selected);
    for (const { name } of selected) assign(name, { name: manifest.name, manifest });
  }
  for (const manifest of ofKind.get('NetworkAttachmentDefinition') ?? []) {
    const name = names.has(manifest.namespace) ? readAttachedNetwork(manifest) : undefined;
    if (name !== undefined) assign(manifest.namespace, { name, manifest });
  }
  if (networks.size === 0) return namespaces;
  return new Map(
    [...namespaces].map(([name, namespace]) => {
      const primaryNetwork = networks.get(name);
      return [name, primaryNetwork ? { ...namespace, primaryNetwork } : namespace];
    }),
  );
}

type ReportProblem = (why: string, pointer: string) => void;

function createReportProblem(manifest: Manifest, report: Reporter): ReportProblem {
  const reportAt = createReportAt(manifest, report);
  return (why, pointer) => {
    reportAt(messages.badUserDefinedNetwork(why), pointer);
  };
}

/** Returns true if a network has the role Primary. A network of topology Localnet never has it. */
function readIsPrimary(value: Json | undefined, pointer: string, reportProblem: ReportProblem): boolean {
  const spec = asObject(value);
  const topology = asString(spec?.topology);
  if (topology === 'Localnet') return false;
  if (!spec || (topology !== 'Layer2' && topology !== 'Layer3')) {
    reportProblem('the topology is not Layer2, Layer3 or Localnet', `${pointer}/topology`);
    return false;
  }
  const field = topology === 'Layer2' ? 'layer2' : 'layer3';
  const role = asString(asObject(spec[field])?.role);
  if (role !== 'Primary' && role !== 'Secondary')
    reportProblem('the role is not Primary or Secondary', `${pointer}/${field}/role`);
  return role === 'Primary';
}

/**
 * Returns the selector of the namespaces whose primary network it is, or undefined if the network is not primary or its
 * selector is invalid.
 */
function readClusterNetwork({ object }: Manifest, reportProblem: ReportProblem): WrittenSelector | undefined {
  const spec = asObject(object.spec);
  if (!readIsPrimary(spec?.network, '/spec/network', reportProblem)) return undefined;
  const written = readSelector(spec?.namespaceSelector);
  const compiled = written && compileSelector(written);
  if (compiled && !isSelectorProblem(compiled)) return { written, compiled };
  const why = compiled?.text ?? 'it is not a label selector';
  reportProblem(`the namespaceSelector is invalid: ${why}`, '/spec/namespaceSelector');
  return undefined;
}

/** Returns a label selector whose fields have their types. The selector compiler validates their contents. */
function readSelector(value: Json | undefined): LabelSelector | undefined {
  const selector = asObject(value);
  if (!selector) return undefined;
  const { matchLabels, matchExpressions } = selector;
  const labels = asObject(matchLabels ?? {});
  if (!labels || !Object.values(labels).every((text) => typeof text === 'string')) return undefined;
  const expressions = matchExpressions ?? [];
  if (!Array.isArray(expressions) || !expressions.every(isExpression)) return undefined;
  return { matchLabels: labels, matchExpressions: expressions } as unknown as LabelSelector;
}

function isExpression(value: Json): boolean {
  const { key, operator, values = [] } = asObject(value) ?? {};
  const isList = Array.isArray(values) && values.every((text) => typeof text === 'string');
  return typeof key === 'string' && typeof operator === 'string' && isList;
}

/**
 * Returns the name of the primary network in a CNI configuration of OVN-Kubernetes, or undefined for any other
 * configuration. `readAttachment` reports invalid JSON and rejected networks.
 */
function readAttachedNetwork({ namespace, name, object }: Manifest): string | undefined {
  const parsed = parseJsonAnnotation(asString(asObject(object.spec)?.config) ?? '');
  const config = 'problem' in parsed ? undefined : asObject(parsed.value);
  const overlay = config && readOverlay(config, `${namespace}/${name}`);
  if (!overlay || 'problem' in overlay || overlay.network.role !== 'primary') return undefined;
  const { topology, name: networkName } = overlay.network;
  return topology === 'layer2' || topology === 'layer3' ? asString(networkName) : undefined;
}
