import type { Intent } from '../model/intent.js';
import type { RerouteIntent, TranslateIntent } from '../model/intent/egress-point.js';
import type { FilterIntent, FilterRule } from '../model/intent/filter.js';
import type { HostRerouteIntent, HostTranslateIntent, RouteTableIntent } from '../model/intent/host.js';
import type { MarkIntent } from '../model/intent/mark.js';
import type { RedirectIntent } from '../model/intent/redirect.js';
import type { RouteIntent } from '../model/intent/route.js';

/** The intents of one side that affect packets, by the property that packets are compared by. */
export interface Traffic {
  /** Namespace → its filters, in order of precedence. */
  readonly filters: ReadonlyMap<string, readonly FilterRule[]>;
  /** Namespace → its marks, in order of precedence. */
  readonly marks: ReadonlyMap<string, readonly MarkIntent[]>;
  /** The intents that determine the egress of pods. */
  readonly egress: readonly EgressIntent[];
  /** The redirections of routers. */
  readonly redirects: readonly RedirectIntent[];
}

/** An intent that changes the next hop or the source address of pods. */
export type EgressIntent =
  RerouteIntent | TranslateIntent | HostRerouteIntent | HostTranslateIntent | RouteTableIntent | RouteIntent;

/** Returns the rules of a filter. */
export type RulesOf = (intent: FilterIntent) => readonly FilterRule[];

/**
 * Sorts intents by their effect on packets. A new effect is a new case here. If a namespace has one filter, its list is
 * the one that `rulesOf` returns.
 */
export function collectTraffic(intents: readonly Intent[], rulesOf: RulesOf = ({ rules }) => rules()): Traffic {
  const sources = new Map<string, FilterIntent[]>();
  const marks = new Map<string, MarkIntent[]>();
  const egress: EgressIntent[] = [];
  const redirects: RedirectIntent[] = [];
  for (const intent of intents) {
    switch (intent.effect) {
      case 'filter':
        addTo(sources, intent.cause.namespace, intent);
        break;
      case 'mark':
        addTo(marks, intent.source.namespace, intent);
        break;
      case 'reroute':
      case 'translate':
      case 'reroute-through-host':
      case 'translate-on-host':
      case 'route-table':
      case 'route':
        egress.push(intent);
        break;
      case 'redirect':
        redirects.push(intent);
        break;
      case 'cloud-address':
      case 'cloud-owner':
      case 'label':
      case 'object':
      case 'expose':
      case 'derived-object':
      case 'status':
      case 'policy':
        // The comparison of artefacts shows these.
        break;
      default:
        intent satisfies never;
    }
  }
  for (const list of marks.values()) list.sort((a, b) => a.order - b.order);
  const filters = new Map([...sources].map(([namespace, own]) => [namespace, joinFilters(own.map(rulesOf))]));
  return { filters, marks, egress, redirects };
}

/** Joins the rules of a namespace, in order of precedence. Those of one filter are in order. */
function joinFilters(lists: readonly (readonly FilterRule[])[]): readonly FilterRule[] {
  const [only = []] = lists;
  return lists.length === 1 ? only : lists.flat().sort((a, b) => a.order - b.order);
}

function addTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
