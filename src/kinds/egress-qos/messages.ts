import { defineFinding } from '../../model/catalogue.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { defineCIDRMessages } from '../shared/cidr.js';

export const messages = {
  ...defineCIDRMessages('egress-qos', { isRule: true }),
  badCIDR: defineFinding({
    code: 'egress-qos/bad-cidr',
    severity: 'rejected',
    summary: 'The live controllers cannot parse the destination of a rule.',
    why: 'The live controllers reject the rule, so its traffic is not marked.',
    fix: 'use octets without leading zeros, for example 10.0.0.0/8',
    message: (text: string) => `dstCIDR is '${text}', expected a CIDR that the live controllers can parse`,
  }),
  badPodSelector: defineFinding({
    code: 'egress-qos/bad-pod-selector',
    severity: 'rejected',
    summary: 'The pod selector of a rule is invalid.',
    why: 'The live controllers reject the rule, so its traffic is not marked.',
    fix: SELECTOR_ADVICE,
    message: (why: string) => `podSelector is invalid: ${why}`,
  }),
  tooManyRules: defineFinding({
    code: 'egress-qos/too-many-rules',
    severity: 'rejected',
    summary: 'The object has too many rules.',
    why: 'The live controllers reject the object, because each rule needs a priority.',
    fix: 'merge adjacent CIDRs, or remove redundant rules',
    message: (count: number, most: number) => `the object has ${count} rules, expected at most ${most}`,
  }),
  userDefinedNetwork: defineFinding({
    code: 'egress-qos/user-defined-network',
    severity: 'warning',
    summary: 'The pods of the namespace are on a user-defined network.',
    why: 'OVN marks only their traffic on the default network.',
    fix: 'move the pods to the default network, or remove the object',
    message: (network: string) =>
      `the pods of the namespace are on the user-defined network ${network}, so only traffic on the default network is marked`,
  }),
  noPod: defineFinding<[advice: string | undefined]>({
    code: 'egress-qos/no-pod-selected',
    severity: 'warning',
    summary: 'The pod selector of a rule selects no pod.',
    why: 'The rule marks no traffic.',
    ineffective: 'unmatched',
    fix: 'correct the selector or the labels of the pods',
    message: () => 'podSelector selects no pod, so the rule has no effect',
    help: (advice) => advice,
  }),
};
