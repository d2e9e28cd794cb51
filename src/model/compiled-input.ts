import type { Cluster } from './cluster.js';
import type { Configuration } from './configuration.js';
import type { Intent } from './intent.js';

/** Everything that a repository is compiled to, before it is rendered. */
export interface CompiledInput {
  readonly intents: readonly Intent[];
  readonly cluster: Cluster;
  readonly configuration: Configuration;
}
