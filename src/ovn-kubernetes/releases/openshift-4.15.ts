import { release10 } from './1.0.js';
import { nestRuleErrors } from '../admin-policy-forms.js';
import { podsOfWholeNamespaces } from '../peer-forms.js';
import { NAMED_PORT_GROUPS } from '../port-groups.js';
import { serving } from '../service-forms.js';
import { differFrom } from './difference.js';

/** OpenShift 4.15: upstream of 5 December 2023, commit 2916102d2. */
export const releaseOpenShift415 = differFrom(release10, {
  name: 'openshift-4.15',
  ovnSchemaVersion: '7.0.4',
  absentSettings: ['allowIcmpNetworkPolicy', 'dnsNameResolver', 'ephemeralPortRange'],
  base: { clusterRouterIds: { 'k8s-ovn-topo-version': '5' }, announcesAlways: false },
  portGroups: NAMED_PORT_GROUPS,
  egressIP: { marksReplies: false },
  networkPolicy: { podsOf: podsOfWholeNamespaces },
  egressQoS: { identifiesRules: false, writesStatus: false },
  adminPolicy: {
    matchStart: 'addresses',
    looksUpNames: false,
    readsLogging: false,
    sharesPriorities: false,
    messageLength: Number.POSITIVE_INFINITY,
    ruleErrors: nestRuleErrors,
  },
  egressFirewall: { nodeAddresses: 'status' },
  services: {
    takesNamedPorts: true,
    eligible: serving,
    findsLocalByAddress: true,
    keepsNodePorts: true,
    hashesEndlessAffinity: false,
    localNodePorts: { IPv4: 'hostETPLocal', IPv6: 'host' },
  },
  definitions: {
    AdminNetworkPolicy: 'v0.1.2',
    BaselineAdminNetworkPolicy: 'v0.1.2',
    EgressFirewall: 'without-wildcards',
    EgressQoS: 'without-status',
  },
});
