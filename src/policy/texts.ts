import type { SourceFile } from '../model/manifest.js';
import { CONFIGURATION_PATH } from '../settings/configuration/parse.js';
import { LOCK_PATH } from '../settings/lock/parse.js';
import type { Policy } from './policy.js';
import { POLICY_PATH } from './render.js';

/** A policy as the texts of a repository. */
export interface PolicyTexts {
  readonly configurationFile: SourceFile;
  readonly lock: SourceFile;
  /** Resources, one document each. */
  readonly manifests: SourceFile;
}

/** Returns the texts that a compilation reads. In findings, the policy is their file. */
export function textsOf({ configuration, lock, objects }: Policy): PolicyTexts {
  return {
    configurationFile: { path: CONFIGURATION_PATH, text: JSON.stringify(configuration) },
    lock: { path: LOCK_PATH, text: lock },
    manifests: { path: POLICY_PATH, text: objects.map((object) => `---\n${JSON.stringify(object)}\n`).join('') },
  };
}
