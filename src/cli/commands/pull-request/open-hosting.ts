import { openGitHub } from './github.js';
import { openGitLab } from './gitlab.js';
import { type Environment, type HostingClient, isGitLab } from './hosting.js';
import { openPreview } from './preview.js';

/**
 * Returns the pull or merge request of a job, or with `dryRun` one that prints its comment. Returns an error message if
 * there is none.
 */
export function openHosting(environment: Environment, dryRun: boolean): HostingClient | string {
  if (dryRun) return openPreview(environment);
  return isGitLab(environment) ? openGitLab(environment) : openGitHub(environment);
}
