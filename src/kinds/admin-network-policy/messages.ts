import { defineFinding } from '../../model/catalogue.js';
import { defineAdminPolicyMessages } from '../admin-policy/messages.js';
import { LAST_ADMIN_PRIORITY } from '../../ovn-kubernetes/filter-rows.js';

export const messages = {
  ...defineAdminPolicyMessages('admin-network-policy'),
  unsupportedPriority: defineFinding({
    code: 'admin-network-policy/unsupported-priority',
    severity: 'rejected',
    summary: 'The priority is outside the range that OVN-Kubernetes supports.',
    why: 'The live controllers reject the whole policy, so none of its rules applies.',
    fix: `use a priority from 0 to ${LAST_ADMIN_PRIORITY}`,
    message: (priority: number, last: number) =>
      `priority is ${priority}, expected 0 to ${last}, so the policy is not applied`,
  }),
  priorityInUse: defineFinding({
    code: 'admin-network-policy/priority-in-use',
    severity: 'rejected',
    summary: 'Another policy has the same priority, and the release applies one of them.',
    why: 'Old releases of OVN-Kubernetes apply only the first policy of a priority that they see, and reject the others.',
    fix: 'give each policy a different priority',
    message: (priority: number, other: string) =>
      `AdminNetworkPolicy ${other} has the same priority ${priority}, but the live controllers apply only the one that they see first, so Weir does not apply this one`,
  }),
  samePriority: defineFinding({
    code: 'admin-network-policy/same-priority',
    severity: 'warning',
    summary: 'Two policies have the same priority.',
    why: 'If rules of both match a connection, it is undefined which rule applies.',
    fix: 'give each policy a different priority',
    message: (priority: number, other: string) =>
      `AdminNetworkPolicy ${other} has the same priority ${priority}, so it is undefined which of the two takes precedence`,
  }),
};
