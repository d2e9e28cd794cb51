import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/std/json.js';
import { checkProperty } from '../../rig/random.js';
import { lowerObjects } from '../pipeline.js';
import { INTERCONNECT, egressIP, egressNode, shopPod } from './objects.js';

const TEAMS = ['ash', 'elm', 'oak'] as const;
const APPS = ['web', 'db'] as const;

interface Selected {
  readonly team: string | undefined;
  readonly app: string | undefined;
}

const selectors = fc.array(
  fc.record<Selected>({
    team: fc.constantFrom(undefined, ...TEAMS),
    app: fc.constantFrom(undefined, undefined, ...APPS),
  }),
  { minLength: 1, maxLength: 6 },
);
const pods = fc.array(fc.record({ team: fc.constantFrom(...TEAMS), app: fc.constantFrom(...APPS) }), { maxLength: 8 });

const namespaceOf = (name: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { team: name } },
});

const selecting = ({ team, app }: Selected, index: number): JsonObject =>
  egressIP(`eip-${index}`, [`192.168.10.${100 + index}`], {
    namespaceSelector: team === undefined ? {} : { matchLabels: { team } },
    ...(app === undefined ? {} : { podSelector: { matchLabels: { app } } }),
  });

describe('pods that several EgressIPs select', () => {
  it('are served by the one with the smallest name', () => {
    checkProperty(
      fc.property(selectors, pods, (egressIPs, wanted) => {
        const { intents } = lowerObjects(
          [
            egressNode('n1', 1),
            ...TEAMS.map(namespaceOf),
            ...wanted.map(({ team, app }, index) => {
              const pod = shopPod(`p${index}`, 'n1', [`10.128.2.${index + 4}`]);
              return { ...pod, metadata: { name: `p${index}`, namespace: team, labels: { app } } };
            }),
            ...egressIPs.map(selecting),
          ],
          INTERCONNECT,
        );
        const served = intents.flatMap((intent) =>
          intent.effect === 'reroute' ? intent.pods.map(({ name }) => `${name} ${intent.cause.name}`) : [],
        );
        const expected = wanted.flatMap(({ team, app }, index) => {
          const first = egressIPs.findIndex((one) => (one.team ?? team) === team && (one.app ?? app) === app);
          return first < 0 ? [] : [`p${index} eip-${first}`];
        });
        expect(served.sort()).toEqual(expected.sort());
      }),
    );
  });
});
