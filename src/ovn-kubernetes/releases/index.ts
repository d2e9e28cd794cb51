import type { ReleaseProfile } from '../../model/release.js';
import { release10 } from './1.0.js';
import { release11 } from './1.1.js';
import { release12 } from './1.2.js';
import { release13 } from './1.3.js';
import { releaseNext } from './next.js';
import { releaseOpenShift415 } from './openshift-4.15.js';

/** Releases that Weir knows, the oldest first. */
export const RELEASES: readonly ReleaseProfile[] = [
  releaseOpenShift415,
  release10,
  release11,
  release12,
  release13,
  releaseNext,
];

/** The first of `RELEASES`. */
export const OLDEST_RELEASE: ReleaseProfile = releaseOpenShift415;

/** Release for a configuration without `ovnKubernetes`. */
export const DEFAULT_RELEASE: ReleaseProfile = release13;

/** Returns the release with a name, or the default one without a name. Throws if the name is unknown. */
export function releaseCalled(name: string | undefined): ReleaseProfile {
  const release = findRelease(name);
  if (!release) throw new Error(`unknown release ${name ?? ''}`);
  return release;
}

/** Returns the release with a name, or the default one without a name. Returns undefined if the name is unknown. */
export function findRelease(name: string | undefined): ReleaseProfile | undefined {
  return name === undefined ? DEFAULT_RELEASE : RELEASES.find((one) => one.name === name);
}
