import type { ResourceName } from '../model/diagnostic.js';
import type { Row } from '../model/northbound.js';

/** What says for which resource or namespace a row is. */
export type CausedRow = Pick<Row, 'cause' | 'resource' | 'namespace'>;

/** Returns the resource that requires a row, or undefined if there is none. */
export function resourceOfRow({ cause, resource }: CausedRow): ResourceName | undefined {
  return cause ?? resource;
}

/** Returns the namespace of the resource that requires a row, or the row's own namespace, or '' for neither. */
export function namespaceOfRow(row: CausedRow): string {
  const resource = resourceOfRow(row);
  return resource && resource.namespace !== '' ? resource.namespace : (row.namespace ?? '');
}
