import { titleOf } from '../model/kubernetes-object.js';
import type { Manifest } from '../model/manifest.js';
import type { JsonObject } from '../std/json.js';
import type { ListEdit } from './list-edit.js';
import type { ResolvedPath } from './resolve-wishes.js';
import type { SuggestContext } from './suggest-context.js';

/** An edit of an object that may fix a packet. */
export interface ProposedEdit {
  readonly manifest: Manifest;
  readonly edit: ListEdit;
  /** A clause such as `NetworkPolicy shop/db: add a peer to ingress rule 0`. */
  readonly text: string;
}

/** The object that decides about a packet, by its effect. */
export interface DecidingObject {
  readonly manifest: Manifest;
  readonly effect: 'isolates' | 'admin' | 'filter';
  readonly direction: 'ingress' | 'egress';
  /** Position of the deciding rule. If unset, no rule matches. */
  readonly rule?: number;
  /** Rules of the direction. */
  readonly rules: readonly JsonObject[];
}

/** What edits are proposed for. */
export interface FixContext extends SuggestContext {
  readonly manifests: readonly Manifest[];
  /** Paths that must pass. Empty if packets must not pass. */
  readonly paths: readonly ResolvedPath[];
}

/** Creates a proposal for an object. */
export function proposal({ manifest }: DecidingObject, edit: ListEdit, words: string): ProposedEdit {
  return { manifest, edit, text: `${titleOf(manifest.kind, manifest)}: ${words}` };
}
