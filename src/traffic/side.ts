import type { Cluster } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Intent } from '../model/intent.js';

/** The compiled state of one side of a comparison. */
export interface Side {
  readonly intents: readonly Intent[];
  readonly cluster: Cluster;
  readonly configuration: Configuration;
  /** If true, it has no intents. */
  readonly isEmpty: boolean;
}

/** A value for each side. */
export interface Both<T> {
  readonly before: T;
  readonly after: T;
}
