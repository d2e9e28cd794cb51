import { findingsOf } from '../../diagnostics/findings-of.js';
import type { Finding } from '../../model/diagnostic.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { cidrMessages } from '../cidr.js';

const finding = findingsOf('egress-qos');

export const messages = {
  ...cidrMessages('egress-qos'),
  badCIDR: (text: string): Finding =>
    finding(
      'bad-cidr',
      'rejected',
      `'${text}' is not a CIDR to the live controllers`,
      'write octets without leading zeros, for example 10.0.0.0/8',
    ),
  badPodSelector: (why: string): Finding =>
    finding('bad-pod-selector', 'rejected', `the pod selector is not valid: ${why}`, SELECTOR_ADVICE),
  tooManyRules: (count: number, most: number): Finding =>
    finding(
      'too-many-rules',
      'rejected',
      `${count} rules, of which at most ${most} fit`,
      'join neighbouring CIDRs, or drop rules that others cover',
    ),
  userDefinedNetwork: (network: string): Finding =>
    finding(
      'user-defined-network',
      'warning',
      `the pods of the namespace are on the user defined network ${network}: only traffic on the default network is marked`,
      'put the pods on the default network, or remove the object',
    ),
  noPod: (): Finding =>
    finding(
      'no-pod-selected',
      'warning',
      'the pod selector picks no pod: nothing is marked',
      'check the labels of the pods in the namespace',
    ),
};
