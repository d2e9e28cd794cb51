import type { Finding } from '../model/diagnostic.js';

export const messages = {
  unsoundRow: (table: string, key: string, problem: string): Finding => ({
    code: 'ovn-nb/unsound-row',
    severity: 'error',
    message: `the ${table} row ${key} cannot be in the Northbound database: ${problem}`,
    help: 'change the resource, or set ovnSchemaVersion in weir.yaml to what the target runs',
  }),
  unknownInterface: (network: string): Finding => ({
    code: 'routes/unknown-interface',
    severity: 'warning',
    message: `no interface of the node is known on ${network}: the host gets no rules for egress addresses there`,
    help: 'give the name, index and addresses of the interface under `nodes` in weir.yaml',
  }),
};
