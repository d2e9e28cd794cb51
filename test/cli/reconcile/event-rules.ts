import { type JsonObject, asObject } from '../../../src/std/json.js';
import type { ServedKind } from '../../apply/cluster/discovery.js';

export const EVENT_KIND: ServedKind = {
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
  hasStatus: false,
};

const MICRO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const QUALIFIED_NAME = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?\/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** What the API server would reject of an Event (Kubernetes, `ValidateEventCreate` for events.k8s.io/v1). */
export function checkEvent(event: JsonObject): readonly string[] {
  const metadata = asObject(event.metadata) ?? {};
  const regarding = asObject(event.regarding) ?? {};
  const series = asObject(event.series);
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const isShort = (value: unknown, most: number): boolean => text(value) !== '' && text(value).length <= most;
  const rules: readonly (readonly [boolean, string])[] = [
    [DNS_SUBDOMAIN.test(text(metadata.name)) && text(metadata.name).length <= 253, 'metadata.name'],
    [metadata.namespace === (regarding.namespace ?? 'default'), 'metadata.namespace'],
    [MICRO_TIME.test(text(event.eventTime)), 'eventTime'],
    [QUALIFIED_NAME.test(text(event.reportingController)), 'reportingController'],
    [isShort(event.reportingInstance, 128), 'reportingInstance'],
    [isShort(event.action, 128), 'action'],
    [isShort(event.reason, 128), 'reason'],
    [Buffer.byteLength(text(event.note)) <= 1024, 'note'],
    [event.type === 'Normal' || event.type === 'Warning', 'type'],
    [!series || (Number(series.count) >= 2 && MICRO_TIME.test(text(series.lastObservedTime))), 'series'],
  ];
  return rules.filter(([isFine]) => !isFine).map(([, field]) => `invalid ${field}`);
}
