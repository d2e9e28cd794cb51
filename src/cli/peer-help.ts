import type { HelpRow } from './help-sections.js';

/** Forms of a source or destination, the same in every command. */
export const PEER_ROWS: readonly HelpRow[] = [
  ['shop/web', 'Workload or pod (destination of trace: Service first)'],
  ['shop/web[Deployment]', 'Workload of a kind, also deployment/shop/web'],
  ['pod/shop/web-0', 'Pod'],
  ['service/shop/db', 'Service, also db.shop.svc'],
  ['shop, namespace/shop', 'Pods of a namespace'],
  ['app=web, shop/app=web', 'Pods by labels, in all namespaces or in one'],
  ['node/worker-a', 'Node'],
  ['203.0.113.7, 203.0.113.0/24', 'Address or network'],
  ['outside', 'All addresses outside of the cluster'],
  ['anywhere', 'All peers'],
];
