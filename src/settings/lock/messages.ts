import { defineFinding } from '../../model/catalogue.js';

export const messages = {
  notAMapping: defineFinding({
    code: 'lock/not-a-mapping',
    severity: 'error',
    summary: 'weir.lock.yaml is not one mapping.',
    why: 'The assignments made so far are not known, and addresses could move.',
    mend: 'restore the file from git, or remove it to have every assignment made anew',
    message: () => 'weir.lock.yaml must be one mapping',
  }),
  emptied: defineFinding<[count: number, isAllowed: boolean]>({
    code: 'lock/emptied',
    severity: { oneOf: ['error', 'warning'], choose: (_count, isAllowed) => (isAllowed ? 'warning' : 'error') },
    summary: 'The lock would lose all of its entries.',
    why: 'All egress addresses would move; most often the input is incomplete.',
    mend: 'check `manifests` and `inventory` in weir.yaml; if everything is to go, allow it with `allowEmpty`',
    message: (count) => `nothing would be left of the ${count === 1 ? 'entry' : `${count} entries`} of weir.lock.yaml`,
    help: (_count, isAllowed) =>
      isAllowed
        ? 'leave out `allowEmpty` and --allow-empty where EgressIPs and EgressServices are expected'
        : 'check `manifests` and `inventory` in weir.yaml; if all of it shall go, add --allow-empty, or write `allowEmpty: true` in weir.yaml',
  }),
};
