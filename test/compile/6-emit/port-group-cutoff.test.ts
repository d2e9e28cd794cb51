import { expect, test } from 'vitest';
import { emitClusterRows } from '../../../src/compile/6-emit/zone-rows.js';
import { compile } from '../../../src/compile/compile.js';
import { createEngine } from '../../../src/engine/engine.js';
import { configurationOf } from '../3-index/inventory.js';

const firewall = (port: number): string =>
  `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec:
  egress:
  - {type: Allow, to: {cidrSelector: 203.0.113.0/24}, ports: [{protocol: TCP, port: ${port}}]}
  - {type: Deny, to: {cidrSelector: 0.0.0.0/0}}
`;

test('an edited rule of an EgressFirewall changes its ACLs, and leaves the port groups and the rows of zones the same', () => {
  const engine = createEngine();
  const configuration = configurationOf('');
  const [before, after] = [80, 81].map((port) => {
    const { intents, cluster } = compile({
      configuration,
      files: [{ path: 'egress.yaml', text: firewall(port) }],
      engine,
    });
    return emitClusterRows({ intents, cluster, configuration }, () => undefined, { engine });
  });
  const rowsOf = (table: string) => [before, after].map((made) => made?.shared.rows.rows.get(table));
  const [acls, otherACLs] = rowsOf('ACL');
  expect(acls).toHaveLength(2);
  expect(otherACLs).not.toBe(acls);
  const [groups, otherGroups] = rowsOf('Port_Group');
  expect(groups).toHaveLength(1);
  expect(otherGroups).toBe(groups);
  expect(after?.ownOf).toBe(before?.ownOf);
});
