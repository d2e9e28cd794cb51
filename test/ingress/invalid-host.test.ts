import { expect, it } from 'vitest';
import { compile } from '../../src/compile/compile.js';
import { rejectHostName } from '../../src/ingress/unique-host.js';
import type { RouteResource } from '../../src/model/route.js';
import { configurationOf } from '../compile/3-index/inventory.js';

const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

function errorsOf(host: string, problems: readonly string[]): string {
  return problems.map((problem) => `spec.host: Invalid value: "${host}": ${problem}`).join(', ');
}

const refusalOf = (host: string): string | undefined => rejectHostName({ host } as RouteResource)?.message;

it.each(['shop.example.com.', 'shop_1.example.com', 'Shop.example.com'])(
  'a router and the API server name the host %s as a whole, then its labels',
  (host) => {
    const texts = errorsOf(host, ['host must conform to DNS 952 subdomain conventions', LABEL]);
    expect(refusalOf(host)).toBe(`host name validation errors: ${texts}`);
    const text = JSON.stringify({
      ...{ apiVersion: 'route.openshift.io/v1', kind: 'Route', metadata: { name: 'web', namespace: 'shop' } },
      spec: { host, to: { kind: 'Service', name: 'web' } },
    });
    const files = [{ path: 'web.yaml', text }];
    const { diagnostics } = compile({ configuration: configurationOf(''), files, purpose: 'findings' });
    const own = diagnostics.filter(({ code }) => code === 'route/bad-host');
    expect(own.map(({ message }) => message)).toEqual([texts]);
  },
);

it('a router repeats the error of a label for each of them', () => {
  const problems = ['host must conform to DNS 952 subdomain conventions', LABEL, LABEL];
  expect(refusalOf('_a._b')).toBe(`host name validation errors: ${errorsOf('_a._b', problems)}`);
});
