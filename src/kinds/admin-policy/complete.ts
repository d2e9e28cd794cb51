import { type Json, type JsonObject, asList, asObject } from '../../std/json.js';

/**
 * Returns an AdminNetworkPolicy or BaselineAdminNetworkPolicy with the selectors that are missing beside others: to a
 * client in Go a selector that is not there is an empty one, and only the API server asks for it.
 */
export function completeSelectors(policy: JsonObject): JsonObject {
  const spec = asObject(policy.spec);
  if (!spec) return policy;
  const { subject, ingress, egress } = spec;
  return {
    ...policy,
    spec: {
      ...spec,
      ...(subject === undefined ? {} : { subject: completePeer(subject) }),
      ...(ingress === undefined ? {} : { ingress: completeRules(ingress, 'from') }),
      ...(egress === undefined ? {} : { egress: completeRules(egress, 'to') }),
    },
  };
}

function completeRules(rules: Json, field: 'from' | 'to'): Json {
  if (!Array.isArray(rules)) return rules;
  return rules.map((rule) => {
    const written = asObject(rule);
    return written && Array.isArray(written[field])
      ? { ...written, [field]: asList(written[field]).map(completePeer) }
      : rule;
  });
}

function completePeer(peer: Json): Json {
  const written = asObject(peer);
  const pods = asObject(written?.pods);
  if (!written || !pods) return peer;
  const namespaces = 'namespaces' in pods ? {} : { namespaceSelector: {} };
  return { ...written, pods: { ...namespaces, podSelector: {}, ...pods } };
}
