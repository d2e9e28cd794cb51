import type { Feature } from '../model/configuration.js';
import { CONTROLLER_CONFIG, FEATURE_SECTION, FEATURE_SWITCHES } from '../ovn-kubernetes/live-controllers.js';
import { type JsonObject, asObject, asString } from '../std/json.js';
import { type Sections, parseIni } from './ini.js';
import { type ClusterSettings, sortFeatures, splitNetworks, take, takeNetwork } from './settings.js';

/**
 * Reads a ConfigMap of OVN-Kubernetes: `ovnkube-config` of OpenShift's network operator, which contains a file of
 * ovnkube, or `ovn-config` of the upstream manifests.
 */
export function readOvnkubeConfig(object: JsonObject, from: string, settings: ClusterSettings): void {
  const data = asObject(object.data) ?? {};
  const [file] = CONTROLLER_CONFIG.files.flatMap((name) => asString(data[name]) ?? []);
  if (file !== undefined) readFile(parseIni(file), from, settings);
  take(settings, 'clusterSubnets', splitNetworks(asString(data.net_cidr)), from);
  take(settings, 'serviceCIDRs', splitNetworks(asString(data.svc_cidr)), from);
  take(settings, 'mtu', readNumber(asString(data.mtu)), from);
}

function readFile(sections: Sections, from: string, settings: ClusterSettings): void {
  const get = (section: string, name: string): string | undefined => {
    const text = sections.get(section)?.get(name);
    return text === '' ? undefined : text;
  };
  const isOn = (section: string, name: string): boolean | undefined => readSwitch(get(section, name));
  take(settings, 'clusterSubnets', splitNetworks(get('default', 'cluster-subnets')), from);
  take(settings, 'mtu', readNumber(get('default', 'mtu')), from);
  const services = get('kubernetes', 'service-cidrs') ?? get('kubernetes', 'service-cidr');
  take(settings, 'serviceCIDRs', splitNetworks(services), from);
  take(settings, 'platform', get('kubernetes', 'platform-type'), from);
  take(settings, 'gatewayMode', readMode(get('gateway', 'mode')), from);
  take(settings, 'disableSnatMultipleGateways', isOn('gateway', 'disable-snat-multiple-gws'), from);
  take(settings, 'ephemeralPortRange', get('gateway', 'ephemeral-port-range'), from);
  for (const family of ['v4', 'v6']) {
    takeNetwork(settings, 'joinSubnets', get('gateway', `${family}-join-subnet`), from);
    takeNetwork(settings, 'masqueradeSubnets', get('gateway', `${family}-masquerade-subnet`), from);
    const transit = get('clustermanager', `${family}-transit-switch-subnet`);
    takeNetwork(settings, 'transitSubnets', transit ?? get('clustermanager', `${family}-transit-subnet`), from);
  }
  const part = FEATURE_SECTION;
  take(settings, 'interconnect', isOn(part, 'enable-interconnect'), from);
  take(settings, 'dnsNameResolver', isOn(part, 'enable-dns-name-resolver'), from);
  take(settings, 'statelessNetworkPolicy', isOn(part, 'enable-stateless-netpol'), from);
  take(settings, 'allowIcmpNetworkPolicy', isOn(part, 'allow-icmp-network-policy'), from);
  if (!sections.has(part)) return;
  const on = [...FEATURE_SWITCHES].filter(([, { flag }]) => isOn(part, flag) === true).map(([feature]) => feature);
  take(settings, 'features', sortFeatures(new Set<Feature>(['networkPolicy', ...on])), from);
}

/** Returns `shared` or `local`. Returns undefined for a disabled gateway. */
export function readMode(text: string | undefined): 'shared' | 'local' | undefined {
  return text === 'shared' || text === 'local' ? text : undefined;
}

function readSwitch(text: string | undefined): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{3,5}$/.test(text) ? Number(text) : undefined;
}
