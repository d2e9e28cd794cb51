import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Remote, type TlsIdentity } from '../../src/ovsdb/client/index.js';
import { openWorkspace, type Workspace } from '../rig/workspace.js';
import { createClients, DATABASE, listeningPort, type Server, startEmpty, whyNoServers } from './servers.js';

const reason = whyNoServers();

/** Makes the authority `name`: a key and a certificate that it signs itself. */
async function createAuthority(workspace: Workspace, name: string): Promise<void> {
  const file = (kind: string) => join(workspace.folder, `${name}.${kind}`);
  await workspace.run([
    ...['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', `/CN=${name}`, '-keyout', file('key'), '-out', file('pem')],
  ] as [string, ...string[]]);
}

/** Makes a key, and a certificate for it that the authority signs. Neither has a host name, as with ovs-pki. */
async function createIdentity(workspace: Workspace, name: string, authority: string): Promise<void> {
  const file = (of: string, kind: string) => join(workspace.folder, `${of}.${kind}`);
  await workspace.run([
    ...['openssl', 'req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-subj', `/CN=${name} id`, '-keyout', file(name, 'key'), '-out', file(name, 'csr')],
  ] as [string, ...string[]]);
  await workspace.run([
    ...[
      'openssl',
      'x509',
      '-req',
      '-days',
      '2',
      '-CAcreateserial',
      '-in',
      file(name, 'csr'),
      '-out',
      file(name, 'pem'),
    ],
    ...['-CA', file(authority, 'pem'), '-CAkey', file(authority, 'key')],
  ] as [string, ...string[]]);
}

describe.skipIf(reason !== undefined)(`a client of an ovsdb-server over TLS (${reason ?? 'the one installed'})`, () => {
  const clients = createClients();
  let workspace: Workspace;
  let server: Server;
  let remotes: readonly Remote[];
  const identity = (name: string, ca: string): TlsIdentity => ({
    privateKey: join(workspace.folder, `${name}.key`),
    certificate: join(workspace.folder, `${name}.pem`),
    ca: join(workspace.folder, `${ca}.pem`),
  });
  const problemsWith = async (tls?: TlsIdentity): Promise<unknown> => {
    const connected = await connect({ remotes, database: DATABASE, ...(tls && { tls }) });
    return connected.result === 'failed' ? connected : 'connected';
  };

  beforeAll(async () => {
    workspace = openWorkspace();
    await createAuthority(workspace, 'authority');
    await createAuthority(workspace, 'stranger');
    await createIdentity(workspace, 'server', 'authority');
    await createIdentity(workspace, 'client', 'authority');
    await createIdentity(workspace, 'impostor', 'stranger');
    const { privateKey, certificate, ca } = identity('server', 'authority');
    server = await startEmpty(
      workspace,
      'secure',
      ...[
        '--remote=pssl:0:127.0.0.1',
        `--private-key=${privateKey}`,
        `--certificate=${certificate}`,
        `--ca-cert=${ca}`,
      ],
    );
    remotes = [{ protocol: 'ssl', host: '127.0.0.1', port: await listeningPort(server) }];
  });
  afterEach(clients.closeAll);
  afterAll(() => {
    workspace.close();
  });

  it('reads and writes with a certificate of the same authority', async () => {
    const client = await clients.connect(remotes, { tls: identity('client', 'authority') });
    expect(await client.transact([{ op: 'insert', table: 'Ship', row: { name: 'Erebus' } }])).toMatchObject({
      result: 'committed',
    });
    expect(await client.select([{ table: 'Ship', columns: ['name'] }])).toEqual({
      result: 'rows',
      rows: [[{ name: 'Erebus' }]],
    });
  });

  it('takes keys and certificates as text too', async () => {
    const { privateKey, certificate, ca } = identity('client', 'authority');
    const read = (path: string) => readFileSync(path, 'utf8');
    const tls = { privateKey: read(privateKey), certificate: read(certificate), ca: read(ca) };
    expect((await clients.connect(remotes, { tls })).schema.name).toBe(DATABASE);
  });

  it('refuses a server whose authority it does not trust, at once', async () => {
    expect(await problemsWith(identity('client', 'stranger'))).toEqual({
      result: 'failed',
      problems: [expect.stringMatching(/^ssl:127\.0\.0\.1:[0-9]+: .*(certificate|signature)/)],
      transient: false,
    });
  });

  it('holds the name in the certificate against the one that is asked for', async () => {
    const tls = { ...identity('client', 'authority'), serverName: 'northbound.example' };
    expect(await problemsWith(tls)).toMatchObject({
      transient: false,
      problems: [expect.stringMatching(/northbound\.example/)],
    });
  });

  it('gives up at once with a certificate that the server does not trust', async () => {
    expect(await problemsWith(identity('impostor', 'authority'))).toEqual({
      result: 'failed',
      problems: [expect.stringMatching(/^the connection to ssl:127\.0\.0\.1:[0-9]+ broke: TLS failed: .*unknown ca$/)],
      transient: false,
    });
  });

  it('says which file of the identity is not there, and that there must be one', async () => {
    const tls = { ...identity('client', 'authority'), privateKey: '/nowhere/key.pem' };
    expect(await problemsWith(tls)).toMatchObject({
      transient: false,
      problems: [expect.stringContaining('/nowhere/key.pem')],
    });
    expect(await problemsWith()).toMatchObject({
      transient: false,
      problems: [expect.stringContaining('needs a private key')],
    });
  });
});
