import { defineAdminPolicyMessages } from '../admin-policy/messages.js';

export const messages = defineAdminPolicyMessages('baseline-admin-network-policy');
