import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findProxyObjections } from '../../src/ingress/proxy-objections.js';
import { findObjection } from './proxy.js';

const folder = mkdtempSync(join(tmpdir(), 'weir-certificates-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const pathOf = (name: string): string => join(folder, name);
const textOf = (name: string): string => readFileSync(pathOf(name), 'utf8');
const openssl = (...words: string[]): void => {
  execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
};
const selfSigned = (name: string, ...kind: string[]): void => {
  openssl('req', '-x509', ...kind, '-nodes', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`);
};

for (const name of ['own', 'other']) selfSigned(name, '-newkey', 'rsa:2048');
selfSigned('ed25519', '-newkey', 'ed25519');
openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=weak', '-keyout', 'weak.key', '-out', 'weak.csr');
openssl(
  'x509',
  '-req',
  '-in',
  'weak.csr',
  '-CA',
  'own.crt',
  '-CAkey',
  'own.key',
  '-set_serial',
  '1',
  '-sha1',
  '-out',
  'weak.crt',
);
openssl('rsa', '-aes128', '-passout', 'pass:any', '-in', 'own.key', '-out', 'encrypted.key');

const NOTHING = 'no certificate\n';
const MALFORMED = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
const CRL = '-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n';
const [own, key] = [textOf('own.crt'), textOf('own.key')];
const [other, otherKey] = [textOf('other.crt'), textOf('other.key')];

const TLS = {
  ...{ insecurePolicy: '', isKeyWithheld: false, externalCertificate: '' },
  ...{ certificate: own, key, caCertificate: '', destinationCACertificate: own },
};

describe('the proxy and Weir', () => {
  it.each<[name: string, tls: Partial<typeof TLS>, isTaken: boolean]>([
    ['a certificate with its key', {}, true],
    ['a key in the field of the certificate', { certificate: own + key, key: '' }, true],
    ['no key', { key: '' }, false],
    ['an encrypted key', { key: textOf('encrypted.key') }, false],
    ['the key of another certificate', { key: otherKey }, false],
    ['the right key after another one', { key: otherKey + key }, false],
    ['another key after the right one', { key: key + otherKey }, true],
    ['a chain whose first certificate is another one', { certificate: other + own }, false],
    ['no certificate', { certificate: NOTHING }, false],
    ['a malformed certificate in the chain', { certificate: own + MALFORMED }, false],
    ['malformed authorities', { caCertificate: MALFORMED }, false],
    ['authorities that are none', { caCertificate: NOTHING }, true],
    ['a block that is not known', { certificate: own + CRL }, true],
    ['an Ed25519 key', { certificate: textOf('ed25519.crt'), key: textOf('ed25519.key') }, true],
    ['a certificate that is signed with SHA-1', { certificate: textOf('weak.crt'), key: textOf('weak.key') }, false],
    ['an authority that is signed with SHA-1', { caCertificate: textOf('weak.crt') }, false],
    ['no authority of the servers', { destinationCACertificate: NOTHING }, false],
    ['a malformed authority of the servers', { destinationCACertificate: MALFORMED }, false],
    ['text after the authorities of the servers', { destinationCACertificate: own + NOTHING }, true],
  ])('agree about %s', (_name, change, isTaken) => {
    const tls = { ...TLS, ...change, termination: 'reencrypt' };
    writeFileSync(pathOf('default.pem'), key + own);
    writeFileSync(pathOf('route.pem'), [tls.key, tls.certificate, tls.caCertificate].join('\n'));
    writeFileSync(pathOf('list'), `${pathOf('route.pem')} a.example.com\n`);
    writeFileSync(pathOf('servers.pem'), tls.destinationCACertificate);
    const lines = [
      'defaults\n  mode http\n  timeout connect 5s\n  timeout client 5s\n  timeout server 5s',
      `frontend any\n  bind :1 ssl crt ${pathOf('default.pem')} crt-list ${pathOf('list')}\n  default_backend any`,
      `backend any\n  server any 127.0.0.1:1 ssl verify required ca-file ${pathOf('servers.pem')}\n`,
    ];
    writeFileSync(pathOf('haproxy.config'), lines.join('\n'));
    expect(findObjection(pathOf('haproxy.config')) === undefined).toBe(isTaken);
    expect(findProxyObjections(tls).length === 0).toBe(isTaken);
  });
});
