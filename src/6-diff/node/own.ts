import {
  FIRST_TABLE,
  MAIN_TABLE,
  MARK_PRIORITY,
  POD_PRIORITY,
  POD_TO_NODE_MARK,
  SERVICE_PRIORITY,
} from '../../host-routing/numbers.js';
import type { HostRoute, PolicyRule } from '../../model/node-state.js';

/** What is safe as a word of `ip`; shorter than the kernel's IFNAMSIZ (16 with the final zero). */
const INTERFACE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$/;

/** Whether a name can stand in a batch of `ip`, which reads quotes and comments. */
export function isInterfaceName(name: string): boolean {
  return INTERFACE_NAME.test(name);
}

/** Whether a rule is one that Weir makes: by its priority, what it selects by and where it leads. */
export function isOwnRule({ priority, from, fwmark, sport, table }: PolicyRule): boolean {
  if (priority === SERVICE_PRIORITY) return from !== undefined && fwmark === undefined;
  if (priority === MARK_PRIORITY) return from === undefined && fwmark === POD_TO_NODE_MARK && table === MAIN_TABLE;
  if (priority !== POD_PRIORITY) return false;
  return from !== undefined && fwmark === undefined && sport === undefined && table > FIRST_TABLE;
}

/** Whether a route is in the table that Weir keeps for its interface. */
export function isOwnRoute({ table }: Pick<HostRoute, 'table'>, index: number): boolean {
  return table === FIRST_TABLE + index;
}

/** Natural identity of a rule: what it selects, and when. */
export function ruleKey({ family, priority, from, fwmark, sport }: PolicyRule): string {
  const words = [
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(fwmark === undefined ? [] : [`fwmark ${fwmark}`]),
    ...(sport === undefined ? [] : [`sport ${sport}`]),
  ];
  return `${family} ${priority} ${words.join(' ')}`;
}

/** Natural identity of a route. */
export function routeKey({ family, table, destination }: Pick<HostRoute, 'family' | 'table' | 'destination'>): string {
  return `${family} table ${table} ${destination}`;
}
