import { beforeEach, describe, expect, it } from 'vitest';
import { type Compilation, compile } from '../../../src/compile/compile.js';
import { type Engine, createEngine } from '../../../src/engine/engine.js';
import type { Intent } from '../../../src/model/intent.js';
import type { SourceFile } from '../../../src/model/manifest.js';
import { configurationOf } from '../../compile/3-index/inventory.js';
import type { JsonObject } from '../../../src/std/json.js';
import { INTERCONNECT, egressIP, egressNode, shopPod, statusOf } from './objects.js';

const CONFIGURATION = configurationOf(INTERCONNECT);

const namespaceOf = (name: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { team: name } },
});

const podOf = (namespace: string, name: string, address: string): JsonObject => {
  const pod = shopPod(name, 'n3', [address]);
  return { ...pod, metadata: { name, namespace } };
};

/** An EgressIP with the status and the mark that live controllers write. */
const assigned = (name: string, last: number, node: string, namespaceSelector: JsonObject): JsonObject => {
  const address = `192.168.10.${last}`;
  const annotations = { 'k8s.ovn.org/egressip-mark': String(50_000 + last) };
  return egressIP(name, [address], { namespaceSelector, annotations, status: statusOf(`${address} ${node}`) });
};

const selecting = (name: string, last: number, team: string, node: string): JsonObject =>
  assigned(name, last, node, { matchLabels: { team } });

const OBJECTS: Readonly<Record<string, JsonObject>> = {
  n1: egressNode('n1', 1),
  n2: egressNode('n2', 2),
  n3: egressNode('n3', 3, { labelled: false }),
  ash: namespaceOf('ash'),
  elm: namespaceOf('elm'),
  'ash-pod': podOf('ash', 'a', '10.128.6.4'),
  'elm-pod': podOf('elm', 'e', '10.128.6.5'),
  'eip-ash': selecting('eip-ash', 101, 'ash', 'n1'),
  'eip-elm': selecting('eip-elm', 102, 'elm', 'n2'),
};

describe('effects of EgressIPs after a change', () => {
  let engine: Engine;
  let files: Map<string, SourceFile>;

  const put = (name: string, object: JsonObject): unknown =>
    files.set(name, { path: `${name}.yaml`, text: JSON.stringify(object) });
  const run = (): Compilation => {
    const compilation = compile({ configuration: CONFIGURATION, files: [...files.values()], engine });
    engine.endRound();
    return compilation;
  };
  const effectsOf = ({ intents }: Compilation, name: string): readonly Intent[] =>
    intents.filter(({ cause }) => cause.kind === 'EgressIP' && cause.name === name);

  beforeEach(() => {
    engine = createEngine();
    files = new Map();
    for (const [name, object] of Object.entries(OBJECTS)) put(name, object);
  });

  /** Returns the EgressIPs whose effects are made again after a change. */
  const madeAgain = (change: () => unknown): readonly string[] => {
    const before = run();
    change();
    const after = run();
    return ['eip-ash', 'eip-elm'].filter((name) => {
      const [old, now] = [effectsOf(before, name), effectsOf(after, name)];
      expect(now.length).toBeGreaterThan(0);
      return now.length !== old.length || now.some((intent, index) => intent !== old[index]);
    });
  };

  it('stay the same objects for EgressIPs that do not select a new pod', () => {
    expect(madeAgain(() => put('more', podOf('ash', 'b', '10.128.6.6')))).toEqual(['eip-ash']);
  });

  it('stay the same objects if a label changes that no EgressIP reads', () => {
    const labelled = { ...namespaceOf('ash'), metadata: { name: 'ash', labels: { team: 'ash', tier: 'gold' } } };
    expect(madeAgain(() => put('ash', labelled))).not.toContain('eip-elm');
  });

  it('stay the same objects for EgressIPs that are not on a node that is not ready', () => {
    expect(madeAgain(() => put('n2', egressNode('n2', 2, { ready: false })))).toEqual(['eip-elm']);
  });

  it('stay the same objects for other EgressIPs if an address moves', () => {
    const moved = selecting('eip-ash', 101, 'ash', 'n2');
    expect(madeAgain(() => put('eip-ash', moved))).toEqual(['eip-ash']);
  });

  it('stay the same objects in a namespace whose pods another EgressIP does not serve any more', () => {
    put('eip-all', assigned('eip-all', 103, 'n2', {}));
    put('eip-aaa', selecting('eip-aaa', 104, 'ash', 'n1'));
    expect(madeAgain(() => files.delete('eip-aaa'))).toEqual(['eip-ash']);
  });

  it('keep the lock the same object after a change of a pod', () => {
    const before = run();
    put('more', podOf('ash', 'b', '10.128.6.6'));
    expect(run().lock.after.egressIPs).toBe(before.lock.after.egressIPs);
  });
});
