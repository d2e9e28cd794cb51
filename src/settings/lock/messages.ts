import { defineFinding } from '../../model/catalogue.js';

export const messages = {
  notAMapping: defineFinding({
    code: 'lock/not-a-mapping',
    severity: 'error',
    summary: 'weir.lock.yaml is not one mapping.',
    why: 'The assignments made so far are not known, and addresses could move.',
    fix: 'restore the file from git, or remove it to make every assignment again',
    message: () => 'weir.lock.yaml must be one mapping',
  }),
  emptied: defineFinding<[count: number, hasNodes: boolean, isAllowed: boolean]>({
    code: 'lock/emptied',
    severity: {
      oneOf: ['error', 'warning'],
      choose: (_count, _hasNodes, isAllowed) => (isAllowed ? 'warning' : 'error'),
    },
    summary: 'The lock would lose all of its entries, or all of their nodes.',
    why: 'All egress addresses would move; most often the input is incomplete.',
    fix: 'check `manifests` and `inventory` in weir.yaml; if everything is to go, allow it with `allowEmpty`',
    message: (count, hasNodes) =>
      `weir.lock.yaml would lose ${hasNodes ? 'every node of ' : ''}${count === 1 ? 'its only entry' : `all of its ${count} entries`}`,
    help: (_count, _hasNodes, isAllowed) =>
      isAllowed
        ? 'remove `allowEmpty` and --allow-empty if EgressIPs or EgressServices are expected'
        : 'check `manifests` and `inventory` in weir.yaml; to remove all entries, add --allow-empty, or write `allowEmpty: true` in weir.yaml',
  }),
};
