import { defineFinding } from '../model/catalogue.js';

export const messages = {
  badAddress: defineFinding({
    code: 'lock/bad-address',
    severity: 'error',
    summary: 'An entry of the lock is not an address.',
    why: 'The assignment that it stands for is lost, and the address could move.',
    fix: 'remove the entry, or restore the file from git',
    message: (text: string) => `'${text}' is not an address`,
  }),
  notCanonical: defineFinding<[text: string, canonical: string]>({
    code: 'lock/not-canonical',
    severity: 'error',
    summary: 'An address in the lock is not in its canonical spelling.',
    why: 'The entry would not be found, and the address could move.',
    fix: 'write the canonical spelling of the address',
    message: (text) => `'${text}' is not the canonical spelling of the address`,
    help: (_text, canonical) => `write ${canonical}`,
  }),
};
