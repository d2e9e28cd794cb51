import { defineFinding } from '../../model/catalogue.js';

export const messages = {
  unsoundRow: defineFinding({
    code: 'northbound/unsound-row',
    severity: 'error',
    summary: 'A row is invalid in the Northbound database.',
    why: 'The database or OVN would refuse it, and with it the whole transaction.',
    mend: 'change the resource, or set ovnSchemaVersion in weir.yaml to the schema of the target',
    message: (table: string, key: string, problem: string) =>
      `${table} row ${key} is invalid in the Northbound database: ${problem}`,
  }),
  noTiers: defineFinding({
    code: 'northbound/no-acl-tiers',
    severity: 'error',
    summary: 'The target has no ACL tiers, which the policy needs.',
    why: 'Without tiers nothing can decide before or after NetworkPolicies, and no rule can pass a connection on to them.',
    mend: 'run OVN 23.06 or newer, say so with ovnSchemaVersion in weir.yaml, or remove the policy',
    message: (kind: string, schemaVersion: string) =>
      `the target's OVN has no ACL tiers (schema ${schemaVersion}; they are there from 7.0.4, OVN 23.06): it cannot have this ${kind}`,
  }),
  movedCloudObject: defineFinding({
    code: 'manifests/moved-cloud-address',
    severity: 'warning',
    summary: 'An object asks for an egress address on another node than the EgressIP has it on.',
    why: 'The generated manifests move the address, against the file in the repository.',
    mend: 'remove the CloudPrivateIPConfigs of EgressIPs from the repository: Weir generates them',
    message: (address: string, declared: string, owner: string, node: string) =>
      `the object requests ${address} on ${declared}, but EgressIP ${owner} has it on ${node}: cluster/manifests.yaml moves it`,
  }),
  unknownInterface: defineFinding({
    code: 'routes/unknown-interface',
    severity: 'warning',
    summary: 'The interface of a node on a network is not known.',
    why: 'The host gets no rules for the address, so traffic from it leaves by the default route.',
    mend: 'write the name, index and addresses of the interface under `nodes` in weir.yaml',
    message: (address: string, node: string, network: string) =>
      `node ${node} has no known interface on ${network}: the host gets no rules for ${address}`,
  }),
};
