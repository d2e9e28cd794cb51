import { expect, it } from 'vitest';
import { ALL_TRANSPORT, transportOfPorts } from '../../../src/traffic/filters/transport-range.js';
import type { TransportSet } from '../../../src/traffic/filters/transport-set.js';
import { createPass } from '../../../src/traffic/policies/pass.js';
import { NO_PORTS, type PeerMatch, type PeerView } from '../../../src/traffic/policies/peer.js';
import type { StageRule } from '../../../src/traffic/policies/stage.js';
import { createVocabulary } from '../../../src/traffic/policies/vocabulary.js';

const port = (number: number): TransportSet => transportOfPorts({ protocol: 'TCP', first: number, last: number });
const NOWHERE: Pick<PeerMatch, 'ranges' | 'containsPodNetwork'> = {
  ranges: { IPv4: [], IPv6: [] },
  containsPodNetwork: { IPv4: false, IPv6: false },
};
const ruleFor = (selection: number, transport: TransportSet, verdict: 'allow' | 'drop' | 'pass' = 'allow') => ({
  ...{ ...NOWHERE, isAny: false, selections: [selection], verdict, transport, named: [], source: undefined },
});
const peerIn = (...selections: number[]): PeerView => ({ family: 'IPv4', selections: new Set(selections), point: 1 });

it('asks rules that do the same as one, however many peers are asked about', () => {
  let asked = 0;
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  const rules = numbers.map((number): StageRule<undefined> => ({
    ...ruleFor(number, port(80)),
    get isAny() {
      asked++;
      return false;
    },
  }));
  const pass = createPass([{ rules, closedBy: [undefined] }], createVocabulary());
  const answers = numbers.map((number) => pass(peerIn(...numbers.filter((one) => one !== number)), NO_PORTS));
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toEqual(port(80));
  expect(pass(peerIn(), NO_PORTS)).toEqual([]);
  expect(asked).toBeLessThanOrEqual(numbers.length);
});

it('asks no rule behind one that decides about all packets', () => {
  let asked = 0;
  const others = Array.from({ length: 200 }, (_, number): StageRule<undefined> => ({
    ...ruleFor(1, port(number)),
    get isAny() {
      asked++;
      return false;
    },
  }));
  const rules = [...others, ruleFor(1, ALL_TRANSPORT)];
  const pass = createPass([{ rules, closedBy: [undefined] }], createVocabulary());
  expect(pass(peerIn(1), NO_PORTS)).toEqual(ALL_TRANSPORT);
  expect(asked).toBe(0);
});

it('keeps the order of rules with different verdicts, and gives to the next layer what is passed to it', () => {
  const admin = [
    ruleFor(1, port(80), 'pass'),
    ruleFor(1, port(443), 'allow'),
    ruleFor(2, port(443), 'drop'),
    ruleFor(1, ALL_TRANSPORT, 'drop'),
    ruleFor(1, port(22), 'allow'),
  ];
  const stage = [
    { rules: admin, closedBy: [] },
    { rules: [ruleFor(1, port(80)), ruleFor(1, port(22))], closedBy: [undefined] },
  ];
  const pass = createPass(stage, createVocabulary());
  expect(pass(peerIn(1, 2), NO_PORTS)).toEqual([...port(80), ...port(443)]);
  expect(pass(peerIn(2), NO_PORTS)).toEqual([]);
});

it('gives to the next layer what a closed layer passes', () => {
  const stage = [
    { rules: [ruleFor(1, port(80), 'pass')], closedBy: [undefined] },
    { rules: [ruleFor(1, port(80)), ruleFor(1, port(22))], closedBy: [undefined] },
  ];
  expect(createPass(stage, createVocabulary())(peerIn(1), NO_PORTS)).toEqual(port(80));
});

it('is asked about a peer once', () => {
  let asked = 0;
  const rules = Array.from({ length: 200 }, (_, number): StageRule<undefined> => ({
    ...ruleFor(1, port(2 * number)),
    get isAny() {
      asked++;
      return false;
    },
  }));
  const pass = createPass([{ rules, closedBy: [undefined] }], createVocabulary());
  const peer = peerIn(1);
  const answers = Array.from({ length: 50 }, () => pass(peer, NO_PORTS));
  expect(new Set(answers).size).toBe(1);
  expect(asked).toBe(rules.length);
});
