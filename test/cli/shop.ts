/** A node, and the namespace `shop`: what a firewall of it needs to be compiled. */
export const SHOP = `apiVersion: v1
kind: Node
metadata: {name: worker-a, annotations: {k8s.ovn.org/node-subnets: '{"default": ["10.128.0.0/23"]}'}}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
`;
