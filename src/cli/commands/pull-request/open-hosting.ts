import { openGitHub } from './github.js';
import { openGitLab } from './gitlab.js';
import { type Environment, type Hosting, isGitLab } from './hosting.js';
import { openPreview } from './preview.js';

/** The request to merge that a job runs for, or with `dryRun` what prints for it. A string says why there is none. */
export function openHosting(environment: Environment, dryRun: boolean): Hosting | string {
  if (dryRun) return openPreview(environment);
  return isGitLab(environment) ? openGitLab(environment) : openGitHub(environment);
}
