import type { Finding } from '../../model/diagnostic.js';

const error = (fact: string, message: string, help: string): Finding => ({
  code: `lock/${fact}`,
  severity: 'error',
  message,
  help,
});

export const messages = {
  notAMapping: (): Finding =>
    error(
      'not-a-mapping',
      'weir.lock.yaml must be one mapping',
      'restore the file from git, or remove it to have every assignment made anew',
    ),
  badAddress: (text: string): Finding =>
    error('bad-address', `'${text}' is not an address`, 'remove the entry, or restore the file from git'),
  emptied: (count: number, isAllowed: boolean): Finding => ({
    ...error(
      'emptied',
      `nothing would be left of the ${count === 1 ? 'entry' : `${count} entries`} of weir.lock.yaml`,
      isAllowed
        ? 'leave out `allowEmpty` and --allow-empty where EgressIPs and EgressServices are expected'
        : 'check `manifests` and `inventory` in weir.yaml; if all of it shall go, add --allow-empty, or write `allowEmpty: true` in weir.yaml',
    ),
    severity: isAllowed ? 'warning' : 'error',
  }),
  notCanonical: (text: string, canonical: string): Finding =>
    error('not-canonical', `'${text}' is not the canonical spelling of the address`, `write ${canonical}`),
};
