import type { LabelSelector } from '../model/label-selector.js';
import type { IntentPeer, PodSelection, PolicyPort, PolicyRule } from '../model/intent/policy.js';

const VERDICTS = { allow: 'Allow', drop: 'Deny', pass: 'Pass' } as const;
/** Maximum number of peers printed. */
const MAX_PEERS = 6;

/** Returns a rule of a policy as text, such as `Allow from pods app=web of shop, TCP 8080`. */
export function describePolicyRule({ direction, verdict, peers, ports }: PolicyRule): string {
  const side = direction === 'Ingress' ? 'from' : 'to';
  const shown = peers.slice(0, MAX_PEERS).map(describePeer).join('; ');
  const more = peers.length > MAX_PEERS ? ` and ${peers.length - MAX_PEERS} more` : '';
  const who = peers.length === 0 ? 'anywhere' : `${shown}${more}`;
  return `${VERDICTS[verdict]} ${side} ${who}${ports.length === 0 ? '' : `, ${ports.map(describePort).join(', ')}`}`;
}

/** Returns pods as text, such as `pods app=web of shop`. */
export function describeSelection({ namespaces, podSelector }: PodSelection): string {
  const own = podSelector && formatSelector(podSelector);
  const pods = own === undefined || own === '' ? 'all pods' : `pods ${own}`;
  if (typeof namespaces === 'string') return `${pods} of ${namespaces}`;
  const labels = formatSelector(namespaces);
  return labels === '' ? `${pods} of all namespaces` : `${pods} of namespaces ${labels}`;
}

function describePeer(peer: IntentPeer): string {
  switch (peer.type) {
    case 'pods':
      return describeSelection(peer.selection);
    case 'block':
      return `${peer.text}${peer.except.length === 0 ? '' : ` except ${peer.except.map(({ text }) => text).join(', ')}`}`;
    case 'addresses':
      return peer.addresses.length === 0
        ? 'no address'
        : peer.addresses
            .slice(0, MAX_PEERS)
            .map(({ text }) => text)
            .join(', ');
  }
}

function describePort({ protocol, port, endPort }: PolicyPort): string {
  if (port === undefined) return protocol;
  return `${protocol} ${port}${endPort === undefined ? '' : `-${endPort}`}`;
}

/** Returns a selector in kubectl notation, such as `app=web,tier in (a,b),!old`. */
function formatSelector({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  return [
    ...Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`),
    ...matchExpressions.map(({ key, operator, values = [] }) => {
      if (operator === 'Exists') return key;
      if (operator === 'DoesNotExist') return `!${key}`;
      return `${key} ${operator === 'In' ? 'in' : 'notin'} (${values.join(',')})`;
    }),
  ].join(',');
}
