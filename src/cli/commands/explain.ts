import { printJson, printText, say } from '../print.js';
import { type AddressExplanation, type Candidate, explainEgressIP } from '../../kinds/egress-ip/explain.js';
import { type HostCandidate, type HostExplanation, explainEgressService } from '../../kinds/egress-service/explain.js';
import type { InputOptions } from './input.js';
import { readPrepared } from './prepared.js';

export interface ExplainOptions extends InputOptions {
  readonly name: string;
  readonly format: string;
}

/** `weir explain egressip NAME`: why each of its addresses is where it is. Exit code 0, or 1 when there is no such object. */
export async function explainCommand({ name, format, ...input }: ExplainOptions): Promise<number> {
  const prepared = await readPrepared(input);
  if (!prepared) return 1;
  const manifests = prepared.manifests.filter(({ kind }) => kind === 'EgressIP');
  const addresses = explainEgressIP(name, manifests, prepared.context);
  if (!addresses) {
    const isThere = manifests.some((manifest) => manifest.name === name);
    const why = isThere
      ? 'is refused as a whole, or there are no nodes; `weir check` says more'
      : 'is not in the manifests';
    say(`EgressIP ${name} ${why}`);
    return 1;
  }
  if (format === 'json') printJson({ egressIP: name, addresses });
  else printText(renderText(name, addresses));
  return 0;
}

/**
 * `weir explain egressservice NAMESPACE/NAME`: why its host is its host. Exit code 0, or 1 when there is no such object.
 */
export async function explainServiceCommand({ name, format, ...input }: ExplainOptions): Promise<number> {
  const prepared = await readPrepared(input);
  if (!prepared) return 1;
  const manifests = prepared.manifests.filter(({ kind }) => kind === 'EgressService');
  const explanation = explainEgressService(name, manifests, prepared.context);
  if (!explanation) {
    const isThere = manifests.some((manifest) => `${manifest.namespace}/${manifest.name}` === name);
    const why = isThere ? 'is refused as a whole; `weir check` says more' : 'is not in the manifests';
    say(`EgressService ${name} ${why}`);
    return 1;
  }
  if (format === 'json') printJson({ egressService: name, ...explanation });
  else printText(renderService(name, explanation));
  return 0;
}

function renderService(name: string, { host, reason, dropped, candidates }: HostExplanation): string {
  const lines = [
    `EgressService ${name} → ${host === '' ? 'no host' : host}: ${reason}`,
    ...dropped.map((one) => `  was on ${one.node} (${one.source}), which ${one.reason}`),
    ...renderCandidates(candidates),
  ];
  return lines.join('\n');
}

function renderText(name: string, addresses: readonly AddressExplanation[]): string {
  const blocks = addresses.map(({ address, node, reason, dropped, candidates }) =>
    [
      `${address} → ${node ?? 'no node'}: ${reason}`,
      ...dropped.map((one) => `  was on ${one.node} (${one.source}): ${one.reason}`),
      ...renderCandidates(candidates),
    ].join('\n'),
  );
  return [`EgressIP ${name}`, ...blocks].join('\n\n');
}

function renderCandidates(candidates: readonly (Candidate | HostCandidate)[]): string[] {
  const width = candidates.reduce((most, { node }) => Math.max(most, node.length), 0);
  return candidates.map(({ node, verdict, reason }) => `  ${node.padEnd(width)}  ${verdict.padEnd(8)}  ${reason}`);
}
