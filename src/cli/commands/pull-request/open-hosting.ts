import { openGitHub } from './github.js';
import { openGitLab } from './gitlab.js';
import type { Environment, Hosting } from './hosting.js';

/** The request to merge that a job runs for. A string says why there is none. */
export function openHosting(environment: Environment): Hosting | string {
  return environment.GITLAB_CI === 'true' ? openGitLab(environment) : openGitHub(environment);
}
