// The least that a compiler of EgressFirewalls does: js-yaml reads them in one call, each rule becomes a row of text, and the
// rows are digested and written.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readTexts } from './texts.mjs';

const { loadAll } = createRequire(import.meta.url)('js-yaml');
const repository = process.argv[2];
const documents = loadAll(readTexts(repository).join('\n---\n'));
const rows = documents.flatMap((document) =>
  document?.kind === 'EgressFirewall'
    ? document.spec.egress.map((rule, index) => rowOf(document.metadata, rule, index))
    : [],
);
const text = JSON.stringify(rows, undefined, 1);
writeFileSync(join(repository, 'naive.json'), text);
writeFileSync(join(repository, 'naive.sha256'), createHash('sha256').update(text).digest('hex'));

/** A row as an EgressFirewall rule becomes it, without any care for what the rule says. */
function rowOf({ namespace }, { type, to, ports }, index) {
  const id = `default-network-controller:EgressFirewall:${namespace}:${index}`;
  return {
    action: type === 'Allow' ? 'allow' : 'drop',
    direction: 'from-lport',
    external_ids: {
      direction: 'Egress',
      'k8s.ovn.org/id': id,
      'k8s.ovn.org/name': namespace,
      'k8s.ovn.org/owner-controller': 'default-network-controller',
      'k8s.ovn.org/owner-type': 'EgressFirewall',
      'rule-index': `${index}`,
    },
    match: `(ip4.dst == ${to.cidrSelector}) && ip4.src == $a${namespace} && ((tcp && (tcp.dst == ${ports?.[0]?.port})))`,
    name: `EF:${namespace}:${index}`,
    options: { 'apply-after-lb': 'true' },
    priority: 10_000 - index,
    tier: 2,
  };
}
