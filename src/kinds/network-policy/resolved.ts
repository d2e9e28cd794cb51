import type { Namespace } from '../../model/cluster.js';
import type { PodSelection, PolicyRule } from '../../model/intent/policy.js';
import type { Manifest } from '../../model/manifest.js';
import type { PolicySpec } from './policy.js';

/** A NetworkPolicy with its pods found. */
export interface ResolvedPolicy {
  readonly manifest: Manifest;
  readonly namespace: Namespace;
  readonly spec: PolicySpec;
  readonly subject: PodSelection;
  /** Without those that no packet can match. */
  readonly rules: readonly PolicyRule[];
}
