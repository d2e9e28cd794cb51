import type { Finding } from '../../model/diagnostic.js';

export const messages = {
  unsoundRow: (table: string, key: string, problem: string): Finding => ({
    code: 'ovn-nb/unsound-row',
    severity: 'error',
    message: `the ${table} row ${key} cannot be in the Northbound database: ${problem}`,
    help: 'change the resource, or set ovnSchemaVersion in weir.yaml to what the target runs',
  }),
  movedCloudObject: (address: string, declared: string, owner: string, node: string): Finding => ({
    code: 'manifests/moved-cloud-address',
    severity: 'warning',
    message: `the object asks for ${address} on ${declared}, EgressIP ${owner} has it on ${node}: cluster/manifests.yaml moves it`,
    help: 'leave CloudPrivateIPConfigs of EgressIPs out of the repository: Weir makes them',
  }),
  unknownInterface: (address: string, node: string, network: string): Finding => ({
    code: 'routes/unknown-interface',
    severity: 'warning',
    message: `no interface of node ${node} is known on ${network}: its host gets no rules for ${address}`,
    help: 'give the name, index and addresses of the interface under `nodes` in weir.yaml',
  }),
};
