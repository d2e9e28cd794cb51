import { type Json, type JsonObject, asList, asObject, asString } from '../std/json.js';
import { type ClusterSettings, take, takeNetwork } from './settings.js';

/** Reads `Network` of config.openshift.io, which contains the state reported by OpenShift's network operator. */
export function readConfiguredNetwork(object: JsonObject, from: string, settings: ClusterSettings): void {
  const status = asObject(object.status) ?? {};
  const spec = asObject(object.spec) ?? {};
  const listed = asList(status.clusterNetwork).length > 0 ? status.clusterNetwork : spec.clusterNetwork;
  take(settings, 'clusterSubnets', readClusterNetworks(listed), from);
  const services = asList(status.serviceNetwork).length > 0 ? status.serviceNetwork : spec.serviceNetwork;
  take(settings, 'serviceCIDRs', readTexts(services), from);
  take(settings, 'mtu', readNumber(status.clusterNetworkMTU), from);
}

/** Reads `Network` of operator.openshift.io, which contains the request of an administrator to the network operator. */
export function readOperatorNetwork(object: JsonObject, from: string, settings: ClusterSettings): void {
  const spec = asObject(object.spec) ?? {};
  take(settings, 'clusterSubnets', readClusterNetworks(spec.clusterNetwork), from);
  take(settings, 'serviceCIDRs', readTexts(spec.serviceNetwork), from);
  const network = asObject(spec.defaultNetwork);
  const ovn = asObject(network?.ovnKubernetesConfig);
  if (!ovn) return;
  const gateway = asObject(ovn.gatewayConfig);
  const isLocal = gateway?.routingViaHost;
  if (typeof isLocal === 'boolean') take(settings, 'gatewayMode', isLocal ? 'local' : 'shared', from);
  take(settings, 'mtu', readNumber(ovn.mtu), from);
  takeNetwork(settings, 'joinSubnets', asString(ovn.v4InternalSubnet), from);
  takeNetwork(settings, 'joinSubnets', asString(ovn.v6InternalSubnet), from);
  for (const family of ['ipv4', 'ipv6']) {
    const own = asObject(ovn[family]);
    takeNetwork(settings, 'joinSubnets', asString(own?.internalJoinSubnet), from);
    takeNetwork(settings, 'transitSubnets', asString(own?.internalTransitSwitchSubnet), from);
    takeNetwork(settings, 'masqueradeSubnets', asString(asObject(gateway?.[family])?.internalMasqueradeSubnet), from);
  }
}

/** Returns `cidr` and `hostPrefix` in weir.yaml notation, such as 10.128.0.0/14/23. */
function readClusterNetworks(value: Json | undefined): readonly string[] {
  return asList(value).flatMap((item) => {
    const { cidr, hostPrefix } = asObject(item) ?? {};
    return typeof cidr === 'string' && typeof hostPrefix === 'number' ? [`${cidr}/${hostPrefix}`] : [];
  });
}

function readTexts(value: Json | undefined): readonly string[] {
  return asList(value).flatMap((item) => asString(item) ?? []);
}

function readNumber(value: Json | undefined): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}
