/** Help on the words for sources and destinations, the same for every command. */
export const PEER_HELP = `
Peers:
  shop/web                      a workload or a pod; as a destination of trace, the Service first
  shop/web[Deployment], deployment/shop/web, pod/shop/web-0, service/shop/db, db.shop.svc
  shop, namespace/shop          the pods of a namespace
  app=web, shop/app=web         pods by labels, in all namespaces or in one
  node/worker-a                 a node
  203.0.113.7, 203.0.113.0/24   an address, a network
  outside                       all addresses outside of the cluster
  anywhere                      everything`;
