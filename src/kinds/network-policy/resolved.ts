import type { NamespaceSettings } from '../shared/namespace-settings.js';
import type { PodSelection, PolicyRule } from '../../model/intent/policy.js';
import type { Manifest } from '../../model/manifest.js';
import type { PolicyPeer, PolicySpec } from './policy.js';

/** A NetworkPolicy with its pods found. */
export interface ResolvedPolicy {
  readonly manifest: Manifest;
  readonly namespace: NamespaceSettings;
  readonly spec: PolicySpec;
  readonly subject: PodSelection;
  /** Pods of each peer, without an entry for a block. */
  readonly selections: ReadonlyMap<PolicyPeer, PodSelection>;
  /** Without those that no packet can match. */
  readonly rules: readonly PolicyRule[];
}
