import { defineFinding } from '../../model/catalogue.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { defineCIDRMessages } from '../cidr.js';

export const messages = {
  ...defineCIDRMessages('egress-qos', { isRule: true }),
  badCIDR: defineFinding({
    code: 'egress-qos/bad-cidr',
    severity: 'rejected',
    summary: 'The destination of a rule is not a CIDR to the live controllers.',
    why: 'The live controllers reject the rule, and its traffic is not marked.',
    fix: 'write the octets without leading zeros, for example 10.0.0.0/8',
    message: (text: string) => `'${text}' is not a CIDR to the live controllers`,
  }),
  badPodSelector: defineFinding({
    code: 'egress-qos/bad-pod-selector',
    severity: 'rejected',
    summary: 'The pod selector of a rule is invalid.',
    why: 'The live controllers reject the rule, and its traffic is not marked.',
    fix: SELECTOR_ADVICE,
    message: (why: string) => `the pod selector is invalid: ${why}`,
  }),
  tooManyRules: defineFinding({
    code: 'egress-qos/too-many-rules',
    severity: 'rejected',
    summary: 'The object has more rules than fit.',
    why: 'Each rule takes a priority, and there are no more; the live controllers reject the object.',
    fix: 'merge adjacent CIDRs, or remove rules that others cover',
    message: (count: number, most: number) => `${count} rules, more than the limit of ${most}`,
  }),
  userDefinedNetwork: defineFinding({
    code: 'egress-qos/user-defined-network',
    severity: 'warning',
    summary: 'The pods of the namespace are on a user-defined network.',
    why: 'Only their traffic on the default network is marked.',
    fix: 'put the pods on the default network, or remove the object',
    message: (network: string) =>
      `the pods of the namespace are on the user-defined network ${network}: only traffic on the default network is marked`,
  }),
  noPod: defineFinding<[advice: string | undefined]>({
    code: 'egress-qos/no-pod-selected',
    severity: 'warning',
    summary: 'The pod selector of a rule selects no pod.',
    why: 'Nothing is marked by the rule.',
    ineffective: 'empty',
    fix: 'check the labels of the pods in the namespace',
    message: () => 'the pod selector selects no pod: nothing is marked',
    help: (advice) => advice,
  }),
};
