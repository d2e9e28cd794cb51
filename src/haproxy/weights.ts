import type { ExposedService } from '../model/intent/expose.js';

const MAX = 256;

/**
 * Returns the weight of each server of each Service. The Services get their shares for any number of servers.
 * Calculates in single precision, as the OpenShift router does.
 */
export function serverWeights(services: readonly ExposedService[]): ReadonlyMap<ExposedService, number> {
  const present = services.filter(({ servers }) => servers.length > 0);
  const active = present.filter(({ weight }) => weight > 0);
  if (active.length === 1) return new Map(present.map((service) => [service, service.weight > 0 ? 1 : 0]));
  const shares = present.map(({ weight, servers }) => Math.fround(Math.fround(weight) / Math.fround(servers.length)));
  const greatest = Math.max(0, ...shares);
  const factor = greatest > 0 ? Math.fround(MAX / greatest) : 0;
  return new Map(
    present.map((service, index) => {
      const share = shares[index] ?? 0;
      const weight = Math.trunc(Math.fround(share * factor));
      return [service, share > 0 ? Math.max(weight, 1) : weight];
    }),
  );
}
