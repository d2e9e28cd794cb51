import { defineFinding } from '../../model/catalogue.js';

export const messages = {
  badAddress: defineFinding({
    code: 'lock/bad-address',
    severity: 'error',
    summary: 'An entry of the lock is not an address.',
    why: 'Weir cannot read the assignment, so the address can move.',
    fix: 'remove the entry, or restore the file from git',
    message: (text: string) => `expected an address, found '${text}'`,
  }),
  notCanonical: defineFinding<[text: string, canonical: string]>({
    code: 'lock/not-canonical',
    severity: 'error',
    summary: 'An address in the lock is not in its canonical spelling.',
    why: 'Weir does not find the entry, so the address can move.',
    fix: 'use the canonical spelling of the address',
    message: (text, canonical) => `expected the canonical spelling ${canonical}, found '${text}'`,
    help: (_text, canonical) => `use ${canonical}`,
  }),
};
