import type { Family } from '../../../net/address.js';
import { loadTemplate } from '../../../template/template.js';
import { RULE_PRIORITY } from './routes.js';

const STEPS = {
  IPv4: { option: '-4', file: 'routes.batch' },
  IPv6: { option: '-6', file: 'routes6.batch' },
} as const;

const render = loadTemplate('router-setup.sh');

/** Returns the script that loads a router's files from its own folder. It can run again after a partial failure. */
export function setupScript(families: readonly Family[]): string {
  return render({ families: families.map((family) => STEPS[family]), priority: RULE_PRIORITY });
}
