import type { Manifest } from '../../model/manifest.js';
import type { LabelSelector } from '../../selectors/selector.js';

/** A next hop with a fixed address, as the resource writes it. */
export interface StaticHop {
  readonly ip: string;
  readonly bfdEnabled?: boolean;
}

/** Pods that are next hops, as the resource writes them. */
export interface DynamicHop {
  readonly podSelector: LabelSelector;
  readonly namespaceSelector: LabelSelector;
  readonly networkAttachmentName?: string;
  readonly bfdEnabled?: boolean;
}

/** `spec` of an object that the schema takes. */
export interface PolicySpec {
  readonly from: { readonly namespaceSelector: LabelSelector };
  readonly nextHops: { readonly static?: readonly StaticHop[]; readonly dynamic?: readonly DynamicHop[] };
}

export function specOf({ object }: Manifest): PolicySpec {
  return object.spec as unknown as PolicySpec;
}
