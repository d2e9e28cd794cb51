import type { ExposeIntent, ExposedService } from '../model/intent/expose.js';
import { pathOfName } from '../model/kubernetes-object.js';
import { serverPorts } from './exposed.js';

/** Returns the differences in how two Routes handle requests, as clauses. */
export function describeChanges(before: ExposeIntent, after: ExposeIntent): string[] {
  const [old, now] = [before.policy.rewriteTarget, after.policy.rewriteTarget];
  const tls = changed('TLS', before.termination, after.termination);
  // A different Route has different Services. The changed Route implies them.
  if (pathOfName(before.route) !== pathOfName(after.route)) return tls;
  return [...tls, ...describeServices(before, after), ...changed('rewrite-target', old ?? 'none', now ?? 'none')];
}

/** Returns clauses such as `weight of Service shop/b: 10 % → 50 %`, and ports if those of a Service differ. */
function describeServices(before: ExposeIntent, after: ExposeIntent): string[] {
  const [old, now] = [indexServices(before), indexServices(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names.flatMap((name) => {
    const [from, to] = [old.get(name), now.get(name)];
    const weights = changed(`weight of Service ${name}`, percentOf(from, before), percentOf(to, after));
    const [port, newPort] = [from, to].map((service) => (service ? serverPorts(service).join(', ') : ''));
    if (port === undefined || newPort === undefined || port === '' || newPort === '') return weights;
    return [...weights, ...changed(`port of Service ${name}`, port, newPort)];
  });
}

function indexServices({ services }: ExposeIntent): ReadonlyMap<string, ExposedService> {
  return new Map(services.map((service) => [`${service.namespace}/${service.name}`, service]));
}

/** Returns the configured share of a Service in the requests. */
function percentOf(service: ExposedService | undefined, { services }: ExposeIntent): string {
  const total = services.reduce((sum, { weight }) => sum + weight, 0);
  const share = total === 0 ? 0 : ((service?.weight ?? 0) / total) * 100;
  return `${Number(share.toFixed(1))} %`;
}

function changed(what: string, before: string, after: string): string[] {
  return before === after ? [] : [`${what}: ${before} → ${after}`];
}
