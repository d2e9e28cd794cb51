import { defineFinding } from '../../model/catalogue.js';
import { defineAdminPolicyMessages } from '../admin-policy-messages.js';
import { LAST_ADMIN_PRIORITY } from '../../ovn-kubernetes/filter-rows.js';

export const messages = {
  ...defineAdminPolicyMessages('admin-network-policy'),
  unsupportedPriority: defineFinding({
    code: 'admin-network-policy/unsupported-priority',
    severity: 'rejected',
    summary: 'The priority is out of the range that OVN-Kubernetes supports.',
    why: 'The live controllers refuse the policy as a whole: none of its rules is applied.',
    fix: `write a priority from 0 to ${LAST_ADMIN_PRIORITY}`,
    message: (priority: number, last: number) =>
      `priority ${priority} is out of range (0-${last}): the policy is not applied`,
  }),
  priorityTaken: defineFinding({
    code: 'admin-network-policy/priority-taken',
    severity: 'rejected',
    summary: 'Another policy has the same priority, and the release applies one of them.',
    why: 'Old releases of OVN-Kubernetes refuse all policies of a priority but the one that they see first: none of the rules of the others is applied.',
    fix: 'give each policy a priority of its own',
    message: (priority: number, other: string) =>
      `AdminNetworkPolicy ${other} has the same priority ${priority}: the live controllers apply the one that they see first, and this one is taken for refused`,
  }),
  samePriority: defineFinding({
    code: 'admin-network-policy/same-priority',
    severity: 'warning',
    summary: 'Two policies have the same priority.',
    why: 'Where rules of both match a connection, it is undefined which of them decides.',
    fix: 'give each policy a priority of its own',
    message: (priority: number, other: string) =>
      `AdminNetworkPolicy ${other} has the same priority ${priority}: which of the two decides is undefined`,
  }),
};
