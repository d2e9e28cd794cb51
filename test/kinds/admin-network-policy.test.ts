import { describe, expect, it } from 'vitest';
import { node } from '../compile/3-index/inventory.js';
import { lowerObjects } from './pipeline.js';
import type { JsonObject } from '../../src/std/json.js';

/** A policy with 100 rules that are not valid, each of which the status tells with the name of the policy. */
const policy: JsonObject = {
  apiVersion: 'policy.networking.k8s.io/v1alpha1',
  kind: 'AdminNetworkPolicy',
  metadata: { name: 'a'.repeat(250) },
  spec: {
    priority: 5,
    subject: { namespaces: {} },
    ingress: Array.from({ length: 100 }, () => ({
      action: 'Deny',
      from: [{ pods: { namespaceSelector: {}, podSelector: { matchExpressions: [{ key: 'app', operator: 'In' }] } } }],
    })),
  },
};

describe('the status of an AdminNetworkPolicy', () => {
  it.each([
    ['1.0', 32_766],
    ['1.3', 32_766],
  ])('of %s is cut at %s characters', (release, length) => {
    expect(messageOf(release, policy)).toHaveLength(length);
  });

  it('of openshift-4.15 is not cut', () => {
    const text = JSON.stringify(policy).replaceAll('"namespaceSelector":{}', '"namespaces":{"namespaceSelector":{}}');
    expect(messageOf('openshift-4.15', JSON.parse(text) as JsonObject).length).toBeGreaterThan(32_768);
  });
});

function messageOf(release: string, object: JsonObject): string {
  const { statuses } = lowerObjects([node('heron'), object], `ovnKubernetes: '${release}'`);
  const [status] = statuses;
  const [condition] = (status?.status.conditions ?? []) as { message: string }[];
  return condition?.message ?? '';
}
