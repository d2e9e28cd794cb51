import type { Report } from '../model/diagnostic.js';
import type { Both } from '../traffic/side.js';

/** Reports of one side that the other does not have. */
export interface FindingChanges {
  readonly added: readonly Report[];
  readonly gone: readonly Report[];
}

/** Compares what was found. Two findings are the same when they say the same of the same resource, wherever it stands. */
export function compareFindings({ before, after }: Both<readonly Report[]>): FindingChanges {
  return { added: without(after, before), gone: without(before, after) };
}

function without(reports: readonly Report[], others: readonly Report[]): Report[] {
  const left = new Map<string, number>();
  for (const report of others) left.set(identityOf(report), (left.get(identityOf(report)) ?? 0) + 1);
  return reports.filter((report) => {
    const identity = identityOf(report);
    const count = left.get(identity) ?? 0;
    left.set(identity, count - 1);
    return count <= 0;
  });
}

function identityOf({ code, severity, message, resource, location }: Report): string {
  const path = resource ? '' : 'path' in location ? location.path : location.origin.file.path;
  return JSON.stringify([code, severity, message, resource?.kind, resource?.namespace, resource?.name, path]);
}
