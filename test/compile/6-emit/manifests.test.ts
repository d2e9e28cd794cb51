import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { emitManifests } from '../../../src/compile/6-emit/manifests/emit.js';
import type { ManifestObject } from '../../../src/model/artefact.js';
import { readChunks } from '../../../src/std/byte-writer.js';
import { causeOf } from './fixture.js';

function assignmentOf(name: string, node: string): ManifestObject {
  const object = {
    apiVersion: 'cloud.network.openshift.io/v1',
    kind: 'CloudPrivateIPConfig',
    metadata: { name, annotations: { 'k8s.ovn.org/egressip-owner-ref': 'shop' } },
    spec: { node },
  };
  return { object, causes: [causeOf('shop')] };
}

it('objects are documents of one file, in the order of their names', () => {
  const intents = [
    assignmentOf('fd00.0010', 'heron'),
    assignmentOf('198.18.1.100', 'no'),
    assignmentOf('198.18.1.10', 'a: b'),
  ];
  const [file, ...others] = emitManifests(intents);
  expect(others).toEqual([]);
  expect(file).toMatchObject({
    path: 'cluster/manifests.yaml',
    sources: ['EgressIP shop'],
    counts: { CloudPrivateIPConfig: 3 },
  });
  const objects = parseAllDocuments(readChunks(file?.content ?? [])).map((document) => document.toJS() as unknown);
  expect(objects).toEqual([intents[2], intents[1], intents[0]].map((intent) => intent?.object));
});

it('no object makes no file', () => {
  expect(emitManifests([])).toEqual([]);
});
