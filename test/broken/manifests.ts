/** An EgressFirewall of the namespace harbor with the given lines below its `spec`, which starts in line 6. */
export function firewallOf(spec: string): string {
  return `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata:
  name: default
  namespace: harbor
spec:
${spec}`;
}

/** An EgressFirewall with the given lines for its rules, the first of which is line 8. */
export function rulesOf(rules: string): string {
  return firewallOf(`  egress:\n${rules}`);
}

/** A rule to one network, as the lines of a manifest. */
export const RULE = `    - type: Deny
      to:
        cidrSelector: 203.0.113.0/24
`;

/** A sound EgressFirewall. */
export const FIREWALL = rulesOf(RULE);
