import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from './workspace.js';

/** Makes the authority `name`: a key and a certificate that it signs itself. */
export async function createAuthority(workspace: Workspace, name: string): Promise<void> {
  const file = (kind: string) => join(workspace.folder, `${name}.${kind}`);
  await workspace.run([
    ...['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', `/CN=${name}`, '-keyout', file('key'), '-out', file('pem')],
  ] as [string, ...string[]]);
}

/**
 * Makes a key, and a certificate for it that the authority signs: for the names in the notation of OpenSSL
 * (`DNS:example,IP:127.0.0.1`), or for no host at all, as with ovs-pki.
 */
export async function createIdentity(
  workspace: Workspace,
  name: string,
  authority: string,
  names?: string,
): Promise<void> {
  const file = (of: string, kind: string) => join(workspace.folder, `${of}.${kind}`);
  await workspace.run([
    ...['openssl', 'req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-subj', `/CN=${name} id`, '-keyout', file(name, 'key'), '-out', file(name, 'csr')],
  ] as [string, ...string[]]);
  const extensions = file(name, 'ext');
  writeFileSync(extensions, names === undefined ? '' : `subjectAltName=${names}\n`);
  await workspace.run([
    ...['openssl', 'x509', '-extfile', extensions],
    ...['-req', '-days', '2', '-CAcreateserial', '-in', file(name, 'csr'), '-out', file(name, 'pem')],
    ...['-CA', file(authority, 'pem'), '-CAkey', file(authority, 'key')],
  ] as [string, ...string[]]);
}
