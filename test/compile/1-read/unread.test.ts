import { expect, it } from 'vitest';
import { compile } from '../../../src/compile/compile.js';
import { trafficSubjectOf } from '../../../src/kinds/shared/other-networks.js';
import { describeUnread } from '../../../src/model/unread.js';
import { configurationOf } from '../3-index/inventory.js';

const POLICY = 'apiVersion: cilium.io/v2\nkind: CiliumNetworkPolicy\nmetadata: {name: a, namespace: shop}\nspec: {}\n';

it.each([
  ['findings', ['warning manifest/not-read']],
  ['artefacts', ['error manifest/nothing-to-compile', 'warning manifest/not-read']],
] as const)('policies of another network alone are no empty input for %s but for artefacts', (purpose, expected) => {
  const files = [{ path: 'a.yaml', text: `${POLICY}---\n${POLICY}` }];
  const configuration = configurationOf('features: []');
  const { diagnostics } = compile({ configuration, files, purpose });
  expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`).sort()).toEqual(expected);
  expect(diagnostics.find(({ code }) => code === 'manifest/not-read')?.message).toBe(
    '2 CiliumNetworkPolicies of cilium.io are not supported, so results about packets ignore them',
  );
});

it('one object is described as one', () => {
  const one = { kind: 'HTTPRoute', group: 'gateway.networking.k8s.io', subject: 'requests', count: 1 } as const;
  expect(describeUnread(one)).toBe(
    '1 HTTPRoute of gateway.networking.k8s.io is not supported, so results about requests ignore it',
  );
});

it.each([
  ['projectcalico.org/v3', 'NetworkPolicy', 'packets'],
  ['k8s.cni.cncf.io/v1beta1', 'MultiNetworkPolicy', 'packets'],
  ['k8s.cni.cncf.io/v1', 'NetworkAttachmentDefinition', undefined],
  ['egress.example.com/v1', 'EgressIP', 'packets'],
  ['k8s.ovn.com/v1', 'EgressIP', undefined],
  ['v1', 'EgressIP', undefined],
  ['gateway.networking.k8s.io/v1', 'GRPCRoute', 'requests'],
])('%s %s decides about %s', (apiVersion, kind, subject) => {
  expect(trafficSubjectOf({ apiVersion, kind })).toBe(subject);
});
