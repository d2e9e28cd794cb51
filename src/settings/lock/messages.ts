import { defineFinding } from '../../model/catalogue.js';

export const messages = {
  notAMapping: defineFinding({
    code: 'lock/not-a-mapping',
    severity: 'error',
    summary: 'weir.lock.yaml is not a mapping.',
    why: 'The earlier assignments are unknown, so addresses can move.',
    fix: 'restore the file from git, or remove it to assign all addresses again',
    message: () => 'expected a mapping in weir.lock.yaml',
  }),
  emptied: defineFinding<[count: number, hasNodes: boolean, isAllowed: boolean]>({
    code: 'lock/emptied',
    severity: {
      oneOf: ['error', 'warning'],
      choose: (_count, _hasNodes, isAllowed) => (isAllowed ? 'warning' : 'error'),
    },
    summary: 'An update of the lock removes all entries, or all of their nodes.',
    why: 'All egress addresses move.',
    fix: 'correct `manifests` or `inventory` in weir.yaml, or set `allowEmpty` to remove all entries',
    message: (count, hasNodes) =>
      `the update removes ${hasNodes ? 'the nodes of ' : ''}${count === 1 ? 'the only entry' : `all ${count} entries`} from weir.lock.yaml`,
    help: (_count, _hasNodes, isAllowed) =>
      isAllowed
        ? 'remove `allowEmpty` and --allow-empty if EgressIPs or EgressServices are expected'
        : 'correct `manifests` or `inventory` in weir.yaml, or use --allow-empty or `allowEmpty: true` in weir.yaml to remove all entries',
  }),
};
