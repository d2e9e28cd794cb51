/** The lines of an EgressFirewall in front of its rules. */
export const HEAD =
  'apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {name: default, namespace: shop}\nspec:\n  egress:\n';
/** Two surrogate pairs stand before the wrong value. */
export const NON_BMP = `${HEAD}    - {type: Allow, to: {dnsName: "🚢🚢.example.com"}, ports: [{protocol: TPC, port: 443}]}\n`;
/** An EgressQoS with a pod selector. */
export const SELECTORS = `apiVersion: k8s.ovn.org/v1
kind: EgressQoS
metadata:
  name: default
  namespace: shop
spec:
  egress:
    - dscp: 46
      podSelector:
        matchLabels:
          app: checkout
`;
