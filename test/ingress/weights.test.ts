import { describe, expect, it } from 'vitest';
import { serverWeights } from '../../src/haproxy/weights.js';
import type { ExposedService } from '../../src/model/intent/expose.js';

function serviceOf([weight, servers]: readonly [weight: number, servers: number], index: number): ExposedService {
  const address = { family: 'IPv4', value: 1n, text: '0.0.0.1' } as const;
  const server = { id: '', address, port: 80, portName: '', appProtocol: '', isOfIdleService: false };
  return { namespace: 'shop', name: `s${index}`, weight, servers: Array.from({ length: servers }, () => server) };
}

describe('weights of servers', () => {
  it.each<[string, [number, number][], number[]]>([
    ['divide the weight of a Service by its servers', [[20, 2], [10, 4]], [256, 64]], // prettier-ignore
    ['are at least 1', [[100, 3], [50, 1], [1, 7]], [170, 256, 1]], // prettier-ignore
    ['are calculated in single precision', [[17, 5], [1, 5]], [255, 15]], // prettier-ignore
    ['are cut, not rounded', [[8, 7], [1, 1]], [256, 223]], // prettier-ignore
    ['are 1 where one Service alone is active', [[100, 2], [0, 1]], [1, 0]], // prettier-ignore
    ['are 0 where no Service is active', [[0, 2], [0, 1]], [0, 0]], // prettier-ignore
  ])('%s', (_, given, expected) => {
    const services = given.map(serviceOf);
    const weights = serverWeights(services);
    expect(services.map((service) => weights.get(service))).toEqual(expected);
  });

  it('are not there for Services without servers', () => {
    const services = [serviceOf([100, 0], 0), serviceOf([1, 2], 1)];
    expect([...serverWeights(services)].map(([{ name }, weight]) => [name, weight])).toEqual([['s1', 1]]);
  });
});
