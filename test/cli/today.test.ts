import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readInput } from '../../src/cli/run/input.js';
import { compile } from '../../src/compile/compile.js';
import { FIXTURES } from '../golden/cases.js';

/** What is said of certificates that end on 9 August 2046, on a day. */
async function findEnds(today: string | undefined): Promise<string[]> {
  const path = join(FIXTURES, 'route/certificates-of-routes');
  const { configuration, files } = await readInput({ path, ...(today === undefined ? {} : { today }) });
  if (!configuration) throw new Error('no configuration');
  const { diagnostics } = compile({ configuration, files, purpose: 'findings' });
  return diagnostics.flatMap(({ code, message, resource }) =>
    code === 'route/certificate-expires' && resource?.name === 'sub' ? [message] : [],
  );
}

describe('--today', () => {
  it('is the date that certificates are held against, and nothing is said without it', async () => {
    expect(await findEnds('2046-07-10')).toEqual(['the certificate expires 30 days after 2046-07-10']);
    expect(await findEnds('2046-07-09')).toEqual([]);
    expect(await findEnds(undefined)).toEqual([]);
  });
});
