import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LAYOUT } from '../../../src/output-index/index-file.js';
import { connectOvsdb, formatRemote, type Remote, type TlsIdentity } from '../../../src/clients/ovsdb/index.js';
import { createAuthority, createIdentity } from '../../rig/authority.js';
import { openWorkspace, type Workspace } from '../../rig/workspace.js';
import { createClients, DATABASE, listeningPort, startEmpty, whyNoServers } from './servers.js';

const reason = whyNoServers();
const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

describe.skipIf(reason !== undefined)(`a client of an ovsdb-server over TLS (${reason ?? 'the one installed'})`, () => {
  const clients = createClients();
  let workspace: Workspace;
  let remotes: readonly Remote[];
  let named: readonly Remote[];
  const identity = (name: string, ca: string): TlsIdentity => ({
    privateKey: join(workspace.folder, `${name}.key`),
    certificate: join(workspace.folder, `${name}.pem`),
    ca: join(workspace.folder, `${ca}.pem`),
  });
  const problemsWith = async (tls?: TlsIdentity, to = remotes): Promise<unknown> => {
    const connected = await connectOvsdb({ remotes: to, database: DATABASE, ...(tls && { tls }) });
    if (connected.result === 'failed') return connected;
    connected.client.close();
    return 'connected';
  };

  /** Starts a server with the identity of that name. */
  const startSecure = async (name: string): Promise<readonly Remote[]> => {
    const { privateKey, certificate, ca } = identity(name, 'authority');
    const files = [`--private-key=${privateKey}`, `--certificate=${certificate}`, `--ca-cert=${ca}`];
    const started = await startEmpty(workspace, `secure-${name}`, '--remote=pssl:0:127.0.0.1', ...files);
    return [{ protocol: 'ssl', host: '127.0.0.1', port: await listeningPort(started) }];
  };

  beforeAll(async () => {
    workspace = openWorkspace();
    await createAuthority(workspace, 'authority');
    await createAuthority(workspace, 'stranger');
    await createIdentity(workspace, 'server', 'authority');
    await createIdentity(workspace, 'client', 'authority');
    await createIdentity(workspace, 'impostor', 'stranger');
    await createIdentity(workspace, 'named', 'authority', 'DNS:northbound.example,IP:127.0.0.1');
    remotes = await startSecure('server');
    named = await startSecure('named');
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

  describe('whose certificate is', () => {
    const check = (to: readonly Remote[], serverName?: TlsIdentity['serverName']) =>
      problemsWith({ ...identity('client', 'authority'), ...(serverName && { serverName }) }, to);
    const refusal = (said: RegExp) => ({
      result: 'failed',
      transient: false,
      problems: [expect.stringMatching(said)],
    });
    const localhost = () => named.map((remote) => ({ ...remote, host: 'localhost' }));

    it('for no host: taken without a check, and refused with one', async () => {
      expect(await check(remotes)).toBe('connected');
      expect(await check(remotes, { name: 'northbound.example' })).toMatchObject(refusal(/northbound\.example/));
      expect(await check(remotes, 'host')).toMatchObject(refusal(/127\.0\.0\.1/));
    });

    it('for the name or the address that is asked for: taken', async () => {
      expect(await check(named)).toBe('connected');
      expect(await check(named, { name: 'northbound.example' })).toBe('connected');
      expect(await check(named, { name: '127.0.0.1' })).toBe('connected');
      expect(await check(named, 'host')).toBe('connected');
    });

    it('for others only: refused, though the authority has signed it', async () => {
      expect(await check(named, { name: 'other.example' })).toMatchObject(refusal(/other\.example/));
      expect(await check(named, { name: '127.0.0.2' })).toMatchObject(refusal(/127\.0\.0\.2/));
      expect(await check(named, { name: '' })).toMatchObject(refusal(/altnames/));
      expect(await check(localhost())).toBe('connected');
      expect(await check(localhost(), 'host')).toMatchObject(refusal(/localhost/));
    });
  });

  describe('by `weir plan northbound`', () => {
    const plan = async (...flags: readonly string[]) => {
      const { privateKey, certificate, ca } = identity('client', 'authority');
      const files = ['--private-key', privateKey, '--certificate', certificate, '--ca-cert', ca];
      const folder = join(workspace.folder, 'rendered');
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, 'index.json'),
        JSON.stringify({ weir: LAYOUT, zones: ['a'], nodes: [], artefacts: [] }),
      );
      return workspace.attempt([
        process.execPath,
        CLI,
        'plan',
        'northbound',
        folder,
        '--zone',
        'a',
        ...files,
        ...flags,
      ]);
    };
    const NO_DATABASE = 'serves no database OVN_Northbound';

    it('is checked against the name or the host that the options ask for', async () => {
      const remote = ['--remote', named.map(formatRemote).join()];
      for (const flags of [[], ['--check-host'], ['--server-name', 'northbound.example']]) {
        expect(await plan(...remote, ...flags)).toMatchObject({
          code: 1,
          stderr: expect.stringContaining(NO_DATABASE) as unknown,
        });
      }
      for (const name of ['other.example', '127.0.0.2', '']) {
        expect(await plan(...remote, '--server-name', name)).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/ is not in the cert's /) as unknown,
        });
      }
    });

    it('is an error where a remote has no certificate to check', async () => {
      for (const flags of [['--check-host'], ['--server-name', 'northbound.example']]) {
        const mixed = `tcp:127.0.0.1:1,${named.map(formatRemote).join()}`;
        expect(await plan('--remote', mixed, ...flags)).toMatchObject({
          code: 1,
          stderr: expect.stringContaining('check certificates, which only ssl: remotes have') as unknown,
        });
      }
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
