import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadAccess } from '../../../src/clients/kubernetes/credentials.js';
import { scratch } from '../../sources/scratch.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('loadAccess', () => {
  it('says that there is no kubeconfig, rather than trying a server that nobody has named', () => {
    vi.stubEnv('HOME', scratch());
    vi.stubEnv('KUBECONFIG', '');
    expect(loadAccess({})).toMatch(/^there is no kubeconfig: set --kubeconfig or KUBECONFIG/);
  });
});
