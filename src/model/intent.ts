import type { CloudAddressIntent, CloudOwnerIntent } from './intent/cloud-address.js';
import type { RerouteIntent, TranslateIntent } from './intent/egress-point.js';
import type { ExposeIntent } from './intent/expose.js';
import type { FilterIntent } from './intent/filter.js';
import type { HostRerouteIntent, HostTranslateIntent, RouteTableIntent } from './intent/host.js';
import type { MarkIntent } from './intent/mark.js';
import type { DerivedObjectIntent, NodeLabelIntent, ObjectIntent, StatusIntent } from './intent/kubernetes-object.js';
import type { PolicyIntent } from './intent/policy.js';
import type { RedirectIntent } from './intent/redirect.js';
import type { RouteIntent } from './intent/route.js';

/** Effect of a resource on traffic, on a cloud, on a Kubernetes object or on its own status. */
export type Intent =
  | FilterIntent
  | PolicyIntent
  | MarkIntent
  | RerouteIntent
  | TranslateIntent
  | HostRerouteIntent
  | HostTranslateIntent
  | RouteTableIntent
  | RouteIntent
  | RedirectIntent
  | ExposeIntent
  | DerivedObjectIntent
  | NodeLabelIntent
  | CloudAddressIntent
  | CloudOwnerIntent
  | ObjectIntent
  | StatusIntent;
