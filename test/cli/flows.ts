import { expect } from 'vitest';
import { describeAssumed } from '../../src/cli/run/assumed.js';
import { explainLines } from '../../src/cli/commands/flows/explain-text.js';
import { type FoundFlows, findFlows } from '../../src/cli/commands/flows/find-flows.js';
import { flowData, flowLines } from '../../src/cli/commands/flows/render.js';
import { askFor } from '../../src/cli/commands/flows/peer-matcher.js';
import type { Report } from '../../src/model/diagnostic.js';
import { joinOutside } from '../../src/traffic/flows/join.js';
import { configurationOf } from '../compile/3-index/inventory.js';

/** Two workloads that are not there yet: nobody knows an address, and there is no inventory. */
export const WORKLOADS = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {template: {metadata: {labels: {app: web}}}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: shop}
spec: {template: {metadata: {labels: {app: db}}}}
`;

/** The flows of a repository, as `weir list flows` prints them. */
export function listFlows(files: Readonly<Record<string, string>>, asked: Asked = {}): string {
  const { flows } = findIn(files, asked);
  if (asked.explain) return explainLines(flows, configurationOf(asked.settings ?? '').ipFamilies, '').join('\n');
  const open = joinOutside(flows.filter(({ allow }) => allow.length > 0));
  return asked.format === 'json' ? JSON.stringify(flowData(open)) : flowLines(open, asked.format ?? 'text').join('\n');
}

/** What `weir list flows` finds, and the codes of errors, which only a repository with a weir.yaml may have. */
export function findIn(
  files: Readonly<Record<string, string>>,
  asked: Asked = {},
): FoundFlows & { readonly errors: string[] } {
  const input = {
    configuration: configurationOf(`allowEmpty: true\n${asked.settings ?? ''}`),
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
  };
  const errors: string[] = [];
  const report = ({ severity, code }: Report): void => {
    if (severity === 'error') errors.push(code);
  };
  const wantedBy = (word: string | undefined) => {
    const found = askFor(word);
    if (typeof found === 'string') throw new Error(found);
    return found.isWanted;
  };
  const wanted = { from: wantedBy(asked.from), to: wantedBy(asked.to) };
  const { withServices = false } = asked;
  const assumed: string[] = [];
  const found = findFlows(
    { ...input, purpose: 'answers', seeAssumed: (one) => void assumed.push(...describeAssumed(one)) },
    { wanted, withServices, hasSettings: asked.settings !== undefined },
    report,
  );
  if (asked.settings === undefined) expect(errors).toEqual([]);
  return { ...found, remarks: [...assumed, ...found.remarks], errors };
}

interface Asked {
  readonly from?: string;
  readonly to?: string;
  readonly explain?: boolean;
  readonly format?: string;
  readonly withServices?: boolean;
  /** What weir.yaml says; absent: there is none. */
  readonly settings?: string;
}
