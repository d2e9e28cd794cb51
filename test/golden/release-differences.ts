/**
 * What each release does otherwise than the one that it is written as a difference to: a group of the profile, or
 * `<group>.<property>` → the fixture of the release that shows it, or the test where no row of a fixture can.
 */
export const RELEASE_DIFFERENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'openshift-4.15': {
    base: 'test/compile/6-emit/topology/releases.test.ts',
    portGroups: 'port-groups-are-named-after-what-they-are-for',
    'egressIP.marksReplies': 'replies-are-not-marked',
    egressQoS: 'rules-of-egress-qos-have-no-ids',
    'networkPolicy.podsOf': 'peers-of-every-pod-have-the-sets-of-their-namespaces',
    'adminPolicy.matchStart': 'matches-of-admin-policies-begin-with-addresses',
    'adminPolicy.looksUpNames': 'names-of-ports-are-not-looked-up',
    'adminPolicy.readsLogging': 'admin-policies-log-nothing',
    'adminPolicy.sharesPriorities': 'one-admin-policy-of-a-priority-is-applied',
    'adminPolicy.ruleErrors': 'errors-of-rules-are-one-text',
    'egressFirewall.nodeAddresses': 'selected-nodes-are-the-addresses-of-their-status',
    'definitions.EgressFirewall': 'wildcard-names-are-refused',
    services: 'endpoints-that-still-serve-get-traffic',
    definitions: 'peers-of-newer-definitions-are-refused',
  },
  '1.0': {
    'nodes.managementMac': 'test/compile/3-index/node-of-release.test.ts',
    'nodes.joinAddresses': 'test/compile/3-index/node-of-release.test.ts',
    'egressIP.replacesNodeRoutes': 'test/compile/6-emit/topology/releases.test.ts',
    externalRoutes: 'gateway-pods-need-not-be-ready',
    absentSettings: 'port-range-has-no-effect',
    base: 'test/compile/6-emit/topology/releases.test.ts',
    'egressIP.policy': 'rows-of-egress-ip-name-no-network',
    'egressIP.servedPods': 'rows-of-egress-ip-name-no-network',
    'egressIP.nodeAddresses': 'rows-of-egress-ip-name-no-network',
    'egressIP.identifiesExemptions': 'rows-of-egress-ip-name-no-network',
    'egressIP.identifiesPods': 'rows-of-pods-have-no-ids',
    'egressIP.mixesManagementFamilies': 'rows-of-pods-have-no-ids',
  },
  '1.1': {
    nodes: 'test/compile/3-index/node-of-release.test.ts',
    'egressIP.servesHostPods': 'host-pods-of-other-zones-are-served',
    'egressIP.exemptsOtherSubnets': 'traffic-to-another-subnet-is-not-exempt',
    'egressFirewall.exceptsAllSubnets': 'a-network-is-less-all-cluster-subnets',
    'services.targetPorts': 'endpoints-share-one-target-port',
    errors: 'values-of-selectors-are-shown-as-go-does',
  },
  '1.2': {
    absentSettings: 'icmp-cannot-be-allowed',
    namespaces: 'test/compile/6-emit/namespace-sets.test.ts',
    'networkPolicy.podsOf': 'peers-of-namespaces-have-the-sets-of-these',
    'networkPolicy.joinsBlocks': 'a-block-has-an-acl-of-its-own',
    base: 'test/compile/6-emit/topology/releases.test.ts',
  },
  next: {
    'externalRoutes.networkWord': 'gateway-pods-lack-a-network-attachment-name',
    'externalRoutes.readsAnnotations': 'annotations-name-no-gateways',
    services: 'a-port-leads-to-every-target-port',
    'egressIP.nodeAddresses': 'cluster-owns-the-addresses-of-nodes',
    'egressIP.secondaryMark': 'pods-of-secondary-addresses-are-marked',
  },
};
