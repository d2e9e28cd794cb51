import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Directives of newer proxies, by what HAProxy 2.6 takes in their place. */
const NEWER: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/^ {2}ssl-default-bind-curves .*\n/m, ''],
  [/ no-alpn$/gm, ''],
  [/^ {2}option idle-close-on-response\n/m, ''],
];

/** A certificate of its own with its key, for every file that a router would have one in. */
export function makePem(folder: string): string {
  const [key, certificate] = [join(folder, 'any.key'), join(folder, 'any.crt')];
  const subject = ['-subj', '/CN=any', '-addext', 'subjectAltName=DNS:any.example.com'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  return readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8');
}

/**
 * Lays out the files of a router (`rendered` has those of a controller) below a folder of the test, which takes the place of
 * the router's own, and returns the path of its configuration. `change` may change the text of the configuration.
 */
export function layOut(
  rendered: string,
  folder: string,
  pem: string,
  change: (text: string) => string = (text) => text,
): string {
  for (const name of ['conf', 'run', 'router/certs', 'router/cacerts', 'router/allowlists']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  const move = (text: string): string => text.replaceAll('/var/lib/haproxy', folder);
  for (const name of readdirSync(rendered).filter((file) => file.endsWith('.map'))) {
    writeFileSync(join(folder, 'conf', name), move(readFileSync(join(rendered, name), 'utf8')));
  }
  for (const code of [404, 503]) {
    writeFileSync(join(folder, `conf/error-page-${code}.http`), `HTTP/1.0 ${code} None\r\nContent-Length: 0\r\n\r\n`);
  }
  const files = JSON.parse(readFileSync(join(rendered, 'files.json'), 'utf8')) as Record<string, { text?: string }>;
  for (const [path, { text }] of Object.entries(files)) writeFileSync(join(folder, path), text ?? pem);
  writeFileSync(join(folder, 'service-ca.crt'), pem);
  const written = move(readFileSync(join(rendered, 'haproxy.config'), 'utf8'))
    .replaceAll('/var/run/configmaps/service-ca/service-ca.crt', join(folder, 'service-ca.crt'))
    .replaceAll('/etc/pki/clients.pem', join(folder, 'service-ca.crt'))
    .replaceAll('/etc/pki/tls/client-ca/ca-bundle.pem', join(folder, 'service-ca.crt'))
    .replaceAll('/conf/error_code_pages/', '/conf/')
    .replaceAll('/errors/404.http', join(folder, 'conf/error-page-404.http'));
  const configuration = join(folder, 'conf/haproxy.config');
  const plain = NEWER.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), written);
  writeFileSync(configuration, change(plain));
  return configuration;
}

/** What the proxy has against a configuration; undefined for nothing. */
export function findObjection(configuration: string): string | undefined {
  try {
    execFileSync('haproxy', ['-c', '-f', configuration], { stdio: ['ignore', 'pipe', 'pipe'] });
    return undefined;
  } catch (thrown) {
    const { stderr } = thrown as { readonly stderr?: Buffer };
    return String(stderr)
      .split('\n')
      .filter((line) => line.includes('ALERT'))
      .join('\n');
  }
}
