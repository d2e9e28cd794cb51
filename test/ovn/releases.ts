import { describe, it } from 'vitest';
import { type OvnRelease, findOvnReleases } from '../rig/ovn.js';
import type { Workspace } from '../rig/workspace.js';

/** Makes a suite for every OVN release that is here; for each other one a skipped test whose name says why. */
export function describeEachRelease(subject: string, suite: (release: OvnRelease) => void): void {
  const { available, missing } = findOvnReleases();
  for (const release of available) {
    describe(`${subject} on OVN ${release.version}`, () => {
      suite(release);
    });
  }
  for (const { version, reason } of missing) {
    it.skip(`${subject} on OVN ${version}: left out, ${reason}`);
  }
}

/** Runs a part of a test; when it fails, the logs of all programs of the workspace are printed. */
export async function showingLogs<T>(workspace: Workspace, part: () => T | Promise<T>): Promise<T> {
  try {
    return await part();
  } catch (error) {
    console.log(workspace.logs());
    throw error;
  }
}
