import { describe, expect, it } from 'vitest';
import { schemaFieldsOf, schemaOf, schemasAt } from '../../../src/cli/language-server/fields.js';
import { releaseCalled } from '../../../src/ovn-kubernetes/releases/index.js';

const HEADER = { apiVersion: 'policy.networking.k8s.io/v1alpha1', kind: 'AdminNetworkPolicy' };

/** What may be written in a peer of a rule. */
function peerFields(release: string | undefined): string[] {
  const definitions = release === undefined ? undefined : releaseCalled(release).definitions;
  const schema = schemaOf('policy.yaml', HEADER, definitions);
  return schemaFieldsOf(schemasAt(schema, ['spec', 'egress', '0', 'to', '0'])).map(({ text }) => text);
}

describe('the fields of a peer of an AdminNetworkPolicy', () => {
  it.each([
    ['openshift-4.15', ['namespaces', 'pods']],
    ['1.0', ['namespaces', 'networks', 'nodes', 'pods']],
    [undefined, ['namespaces', 'networks', 'nodes', 'pods']],
  ])('are those of its definition in %s: %j', (release, expected) => {
    expect(peerFields(release).sort()).toEqual(expected);
  });
});
