import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouterRoutes } from '../../src/compile/6-emit/router/routes.js';
import { type Outside, openOutside, withoutDetection } from '../rig/outside.js';
import type { OvnRelease } from '../rig/ovn.js';
import { type RouterNode, type RouterPod, runInPod, startRouterPod } from '../rig/router-pod.js';
import { isRefused, send, startServer } from '../rig/traffic.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { findObject, objectsOf } from '../compile/6-emit/router/compiled.js';
import { describeEachRelease, showingLogs } from './releases.js';
import {
  FALLBACKS,
  GATEWAYS,
  NEIGHBOUR,
  OTHER_PORT,
  PODS,
  type Pod,
  TARGETS,
  TARGET_PORT,
  compilePlugin,
  compilePortable,
  routerAddress,
} from './routers.js';
import type { JsonObject } from '../../src/std/json.js';

const CLIENT = { IPv4: '10.245.0.2', IPv6: 'fd00:245::2' };
const POD_GATEWAY = { IPv4: '10.244.0.1', IPv6: 'fd00:244::1' };
const podAddress = (pod: Pod) => ({ IPv4: `10.244.0.${PODS[pod]}`, IPv6: `fd00:244::${PODS[pod]}` });

/** A pod's part of Multus and its plugins: what the attachment asks for. */
function attachedTo(pod: Pod, objects: readonly JsonObject[]): RouterPod['net1'] {
  const spec = findObject(objects, 'NetworkAttachmentDefinition', pod).spec as { readonly config: string };
  const { plugins } = JSON.parse(spec.config) as {
    plugins: [{ mode: string; ipam: { addresses: { address: string }[] } }, { sysctl: Record<string, string> }];
  };
  const [{ mode, ipam }, { sysctl }] = plugins;
  return { mode, addresses: ipam.addresses.map(({ address }) => address), sysctls: sysctl };
}

describeEachRelease('an egress router beside', (release) => {
  let workspace: Workspace;
  let outside: Outside;
  let node: RouterNode;

  const start = async (pod: Pod, net1: RouterPod['net1']): Promise<string> => {
    const namespace = await startRouterPod(workspace, node, {
      name: pod,
      eth0: (['IPv4', 'IPv6'] as const).map((family) => ({
        address: `${podAddress(pod)[family]}/${family === 'IPv4' ? 32 : 128}`,
        gateway: POD_GATEWAY[family],
      })),
      net1,
    });
    for (const family of ['IPv4', 'IPv6'] as const) {
      const gateway = POD_GATEWAY[family];
      const own = [gateway, 'dev', pod, ...withoutDetection(gateway)] as const;
      await workspace.run(['ip', '-n', node.clients, 'address', 'add', ...own]);
      const source = ['src', CLIENT[family]] as const;
      await workspace.run(['ip', '-n', node.clients, 'route', 'add', podAddress(pod)[family], 'dev', pod, ...source]);
    }
    return namespace;
  };

  beforeAll(async () => {
    workspace = openWorkspace();
    await showingLogs(workspace, async () => {
      const servers = [...Object.values(TARGETS), ...Object.values(FALLBACKS), NEIGHBOUR];
      const networks = ['192.0.2.1/24', '2001:db8:9::1/64', `${NEIGHBOUR}/24`];
      const hosts = servers
        .filter((address) => address !== NEIGHBOUR)
        .map((address) => `${address}/${address.includes(':') ? 128 : 32}`);
      outside = await openOutside(workspace, 'outside', [...networks, ...hosts]);
      const namespace = await workspace.addNamespace('node');
      await outside.plugHost(namespace, { name: 'uplink', index: 7, addresses: [] }, 'uplink');
      node = { namespace, master: 'uplink', clients: await workspace.addNamespace('clients') };
      await addClients(workspace, node.clients);
      await startServer(workspace, outside.namespace, [...servers, GATEWAYS.IPv4], [TARGET_PORT, OTHER_PORT]);
      await startPortable(workspace, release, start);
      await startPlugin(workspace, release, start);
    });
  });
  afterAll(() => {
    workspace.close();
  });

  const sendTcp = (pod: Pod, family: 'IPv4' | 'IPv6', port: number) =>
    send(workspace, node.clients, { protocol: 'tcp', address: podAddress(pod)[family], port });

  describe.each(['IPv4', 'IPv6'] as const)('over %s', (family) => {
    it('passes a port on to its destination, with the address of the router as the source', async () => {
      expect(await sendTcp('plain', family, 80)).toBe(routerAddress('plain')[family]);
    });

    it('refuses other ports without a fallback', async () => {
      expect(await isRefused(workspace, node.clients, podAddress('plain')[family], OTHER_PORT)).toBe(true);
    });

    it('passes other ports on to the fallback, and a port with a destination to that', async () => {
      const pod = family === 'IPv4' ? 'spare' : 'spare6';
      expect(await sendTcp(pod, family, OTHER_PORT)).toBe(routerAddress(pod)[family]);
      expect(await sendTcp(pod, family, 80)).toBe(routerAddress(pod)[family]);
    });

    it('refuses other ports where the fallback is of the other family', async () => {
      const pod = family === 'IPv4' ? 'spare6' : 'spare';
      expect(await isRefused(workspace, node.clients, podAddress(pod)[family], OTHER_PORT)).toBe(true);
    });

    it('lets nobody through from the other side', async () => {
      const length = family === 'IPv4' ? 32 : 128;
      const route = [
        `${CLIENT[family]}/${length}`,
        'via',
        routerAddress('plain')[family],
        'src',
        GATEWAYS[family],
      ] as const;
      await workspace.run(['ip', '-n', outside.namespace, 'route', 'add', ...route]);
      // The way back is there: only the router's filter is in between.
      const back = [GATEWAYS[family], 'via', podAddress('plain')[family], 'dev', 'plain'] as const;
      await workspace.run(['ip', '-n', node.clients, 'route', 'add', ...back]);
      const probe = { protocol: 'tcp', address: CLIENT[family], port: TARGET_PORT } as const;
      expect(await send(workspace, outside.namespace, probe, 'dropped')).toBeUndefined();
    });
  });

  it('passes UDP on', async () => {
    const probe = { protocol: 'udp', address: podAddress('plain').IPv4, port: 53 } as const;
    expect(await send(workspace, node.clients, probe)).toBe(routerAddress('plain').IPv4);
  });

  it('uses the address of the network that the destination is in', async () => {
    expect(await sendTcp('plain', 'IPv4', 81)).toBe('198.51.100.9');
    expect(await sendTcp('plain', 'IPv4', 82)).toBe(routerAddress('plain').IPv4);
  });

  it('can be set up again', async () => {
    const objects = objectsOf(compilePortable());
    await runInPod(workspace, release, `${workspace.name}-plain`, setupOf('plain', objects), ['sh'], 'setup.sh');
    expect(await sendTcp('plain', 'IPv4', 80)).toBe(routerAddress('plain').IPv4);
  });

  it("works likewise with what OpenShift's plugin sets up", async () => {
    expect(await sendTcp('plugin', 'IPv4', 80)).toBe(routerAddress('plugin').IPv4);
    const samePort = { protocol: 'udp', address: podAddress('plugin').IPv4, port: TARGET_PORT } as const;
    expect(await send(workspace, node.clients, samePort)).toBe(routerAddress('plugin').IPv4);
    expect(await isRefused(workspace, node.clients, podAddress('plugin').IPv4, OTHER_PORT)).toBe(true);
  });
});

/** Clients that are no neighbours of the pods, with a server that nobody outside may reach. */
async function addClients(workspace: Workspace, namespace: string): Promise<void> {
  const add = (address: string): Promise<string> =>
    workspace.run(['ip', '-n', namespace, 'address', 'add', address, 'dev', 'lo']);
  for (const address of Object.values(CLIENT)) await add(address);
  await startServer(workspace, namespace, Object.values(CLIENT), [TARGET_PORT]);
}

type Start = (pod: Pod, net1: RouterPod['net1']) => Promise<string>;

function setupOf(pod: Pod, objects: readonly JsonObject[]): ReadonlyMap<string, string> {
  return new Map(Object.entries(findObject(objects, 'ConfigMap', pod).data as Record<string, string>));
}

async function startPortable(workspace: Workspace, release: OvnRelease, start: Start): Promise<void> {
  const objects = objectsOf(compilePortable());
  for (const pod of ['plain', 'spare', 'spare6'] as const) {
    const namespace = await start(pod, attachedTo(pod, objects));
    await runInPod(workspace, release, namespace, setupOf(pod, objects), ['sh'], 'setup.sh');
  }
}

async function startPlugin(workspace: Workspace, release: OvnRelease, start: Start): Promise<void> {
  const files = compilePlugin();
  const folder = 'routers/harbor/plugin/';
  const own = new Map(
    [...files].filter(([path]) => path.startsWith(folder)).map(([path, text]) => [path.slice(folder.length), text]),
  );
  const { addresses, sysctls } = JSON.parse(own.get('routes.json') ?? '') as RouterRoutes;
  const namespace = await start('plugin', {
    mode: 'bridge',
    addresses: addresses.map(({ address }) => address),
    sysctls,
  });
  // OVN-Kubernetes gives a pod whose default route goes elsewhere routes to the cluster's networks.
  await workspace.run(['ip', '-n', namespace, 'route', 'add', '10.245.0.0/16', 'via', POD_GATEWAY.IPv4, 'dev', 'eth0']);
  await runInPod(workspace, release, namespace, own, ['nft', '-f'], 'nftables.nft');
  await runInPod(workspace, release, namespace, own, ['ip', '-4', '-batch'], 'routes.batch');
}
