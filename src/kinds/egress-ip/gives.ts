import type { KindInput } from '../contract/kind-context.js';
import type { GivenAddress } from '../contract/kind-placement.js';
import { parseEgressIPs } from './parse.js';

/** Returns the addresses of EgressIPs, for the namespaces that their selectors pick, whichever pods are there. */
export function listGivenAddresses({ manifests, context }: KindInput): GivenAddress[] {
  const { sound } = parseEgressIPs(manifests, { ...context, report: () => undefined });
  return sound.flatMap(({ name, namespaces, pods, addresses }) =>
    addresses.map(({ text }) => ({ address: text, name, namespaces, pods })),
  );
}
