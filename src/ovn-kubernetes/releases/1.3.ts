import type { ReleaseProfile } from '../../model/release.js';
import { jsonValues, listRuleErrors } from '../admin-policy-forms.js';
import { EGRESS_IP_OF_NETWORK } from '../egress-ip-forms.js';
import { JOIN_ADDRESSES, MACS_BY_NETWORK } from '../network-annotations.js';
import { MAX_MESSAGE_LENGTH } from '../numbers.js';
import { podsInOwnSet } from '../peer-forms.js';
import { HASHED_PORT_GROUPS } from '../port-groups.js';
import { readyElseTerminating } from '../service-forms.js';

/** Release of tag v1.3.0, May 2026. */
export const release13: ReleaseProfile = {
  name: '1.3',
  ovnSchemaVersion: '7.12.0',
  absentSettings: [],
  nodes: { managementMac: [MACS_BY_NETWORK], joinAddresses: [JOIN_ADDRESSES], prefersJoinAddresses: false },
  base: {
    clusterRouterIds: {},
    hasNodePortMTU: true,
    learnsNeighbours: true,
    announcesAlways: true,
    remoteRouteIds: { 'k8s.ovn.org/network': 'default' },
    masqueradeRouteIds: { 'k8s.ovn.org/node-masquerade-subnet': '' },
    podChassis: 'id',
    remoteChassis: 'id',
    needsInterconnect: false,
    needsTunnelAddresses: true,
  },
  namespaces: { addressSet: undefined },
  portGroups: HASHED_PORT_GROUPS,
  egressIP: {
    ...EGRESS_IP_OF_NETWORK,
    servesHostPods: false,
    displacesBothFamilies: false,
    identifiesExemptions: true,
    exemptsOtherSubnets: true,
    identifiesPods: true,
    secondaryMark: undefined,
    mixesManagementFamilies: false,
    replacesNodeRoutes: false,
    marksReplies: true,
  },
  networkPolicy: { podsOf: podsInOwnSet, joinsBlocks: true },
  egressQoS: { identifiesRules: true, writesStatus: true },
  adminPolicy: {
    matchStart: 'ports',
    looksUpNames: true,
    readsLogging: true,
    sharesPriorities: true,
    messageLength: MAX_MESSAGE_LENGTH,
    ruleErrors: listRuleErrors,
  },
  egressFirewall: { nodeAddresses: 'host', exceptsAllSubnets: false },
  services: {
    targetPorts: 'lowest',
    takesNamedPorts: false,
    eligible: readyElseTerminating,
    findsLocalByAddress: false,
    keepsNodePorts: false,
    hashesEndlessAffinity: true,
    localNodePorts: { IPv4: 'hostETPLocal', IPv6: 'hostETPLocal' },
    joinsRepeated: false,
  },
  externalRoutes: {
    needsReadyGateways: true,
    networkWord: 'routing-network annotation',
    readsAnnotations: true,
  },
  errors: { valuesText: jsonValues },
  definitions: {},
};
