import { hasSameName } from '../../model/kubernetes-object.js';
import { isLive } from '../../model/live.js';
import type { Manifest } from '../../model/manifest.js';
import { memoizeWeak } from '../../std/memoize.js';
import { type JsonObject, asList, asObject } from '../../std/json.js';

/**
 * Returns the objects without inventory objects that a manifest replaces. The manifest takes over fields that only the
 * cluster assigns, unless it sets them: status, addresses and nodes. `sorted` is in the order of `read`.
 */
export function preferManifests(sorted: readonly Manifest[]): readonly Manifest[] {
  const preferred: Manifest[] = [];
  for (const manifest of sorted) {
    const last = preferred.at(-1);
    if (last && !isLive(last) && isLive(manifest) && hasSameName(last, manifest)) {
      preferred[preferred.length - 1] = takeOverFrom(last)(manifest);
    } else preferred.push(manifest);
  }
  return preferred.length === sorted.length ? sorted : preferred;
}

/** The same two manifests give the same one. */
const takeOverFrom = memoizeWeak((own: Manifest) =>
  memoizeWeak((live: Manifest): Manifest => ({ ...own, object: takeOver(own.kind, own.object, live.object) })),
);

/** Spec fields that the cluster assigns, by kind. */
const ASSIGNED: Readonly<Record<string, readonly string[]>> = {
  Node: ['podCIDR', 'podCIDRs', 'providerID'],
  Pod: ['nodeName'],
  Service: ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'healthCheckNodePort'],
};
/** Kinds whose annotations the network controllers write. */
const ANNOTATED: ReadonlySet<string> = new Set(['Node', 'Pod']);

function takeOver(kind: string, own: JsonObject, live: JsonObject): JsonObject {
  const [metadata, other] = [asObject(own.metadata) ?? {}, asObject(live.metadata) ?? {}];
  const annotations = { ...asObject(other.annotations), ...asObject(metadata.annotations) };
  const spec = takeOverSpec(kind, asObject(own.spec), asObject(live.spec) ?? {});
  return {
    ...(live.status === undefined ? {} : { status: live.status }),
    ...own,
    metadata: {
      ...(other.uid === undefined ? {} : { uid: other.uid }),
      ...metadata,
      ...(ANNOTATED.has(kind) ? { annotations } : {}),
    },
    ...(spec ? { spec } : {}),
  };
}

function takeOverSpec(kind: string, own: JsonObject | undefined, live: JsonObject): JsonObject | undefined {
  const fields = (ASSIGNED[kind] ?? []).flatMap((field) => {
    const value = live[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  if (!own && fields.length === 0) return undefined;
  const spec = { ...Object.fromEntries(fields), ...own };
  return kind === 'Service' ? withNodePorts(spec, asList(live.ports)) : spec;
}

/**
 * Returns the spec of a Service with the node ports of live ports of the same number and protocol. A node port in the
 * manifest takes precedence.
 */
function withNodePorts(spec: JsonObject, live: readonly unknown[]): JsonObject {
  const keyOf = ({ protocol = 'TCP', port }: JsonObject): string => JSON.stringify([protocol, port]);
  const given = new Map(
    live.flatMap((one) => {
      const port = asObject(one);
      return port?.nodePort === undefined ? [] : [[keyOf(port), port.nodePort] as const];
    }),
  );
  if (given.size === 0) return spec;
  const ports = asList(spec.ports).map((one) => {
    const port = asObject(one);
    const nodePort = port && given.get(keyOf(port));
    return nodePort === undefined ? one : { nodePort, ...port };
  });
  return { ...spec, ports };
}
