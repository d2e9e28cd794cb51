import type { ResourceName } from '../model/diagnostic.js';
import type { Cause } from '../model/intent/cause.js';
import type { ManifestLocation } from '../model/manifest.js';

/** An object that something comes from. */
export interface SourceObject extends ResourceName {
  /** Position of the rule, or of the object. If unset, the object is not in the input. */
  readonly location?: ManifestLocation;
  /** `cause`: the compiled resource. `also`: another one with the same effect. `inventory`: an object of the cluster. `user`: a resource that refers to it. */
  readonly role: 'cause' | 'also' | 'inventory' | 'user';
}

/** A row, line or object, with its source. */
export interface Explained {
  readonly title: string;
  /** Databases, hosts, pods or files that contain it. */
  readonly where: readonly string[];
  /** True if Weir makes it. */
  readonly isManagedByWeir: boolean;
  readonly sources: readonly SourceObject[];
  /** What it does, as phrases without a subject. */
  readonly effects: readonly string[];
}

/** The answer to a query. */
export interface SubjectExplanation {
  readonly answers: readonly Explained[];
  /** Sentences about the query as a whole. */
  readonly notes: readonly string[];
}

/** Returns the resources as sources, each rule once. */
export function sourceObjectsOf(causes: readonly Cause[], role: SourceObject['role'] = 'cause'): SourceObject[] {
  const byRule = new Map(
    causes.map((cause) => {
      const { kind, namespace, name, origin, pointer } = cause;
      const source: SourceObject = { kind, namespace, name, location: { origin, pointer }, role };
      return [`${kind} ${namespace}/${name} ${pointer}`, source] as const;
    }),
  );
  return [...byRule.values()];
}
