import type { Manifest } from '../model/manifest.js';
import type { KindContext } from './kind.js';

/** The custom resources of one of two compilations, and what they were placed by. */
export interface PlacedSide {
  readonly manifests: readonly Manifest[];
  readonly context: KindContext;
}
