import { variable } from '../ingress/environment.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { ExposePolicy } from '../model/intent/expose.js';
import { memoize } from '../std/memoize.js';

const POLICIES = ['append', 'replace', 'if-none', 'never'];

function policyOf({ forwardedHeaders }: ExposePolicy, controller: IngressController): string {
  const general = variable(controller, 'ROUTER_SET_FORWARDED_HEADERS');
  return forwardedHeaders ?? (POLICIES.includes(general) ? general : 'append');
}

const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  append: ['option forwardfor'],
  'if-none': ['option forwardfor if-none'],
};

/** Returns the option for X-Forwarded-For. */
export function forwardingOption(policy: ExposePolicy, controller: IngressController): readonly string[] {
  return OPTIONS[policyOf(policy, controller)] ?? [];
}

const FORWARDED = 'host=%[req.hdr(host)];proto=%[req.hdr(X-Forwarded-Proto)]';

/**
 * Header, value and condition, with an access list in between. An IPv6 address is in quotes and brackets, see RFC 7239
 * §6.
 */
const HEADERS: readonly (readonly [header: string, value: string, condition: string] | string)[] = [
  ['X-Forwarded-Host', '%[req.hdr(host)]', ''],
  ['X-Forwarded-Port', '%[dst_port]', ''],
  ['X-Forwarded-Proto', 'http', '!{ ssl_fc }'],
  ['X-Forwarded-Proto', 'https', '{ ssl_fc }'],
  ['X-Forwarded-Proto-Version', 'h2', '{ ssl_fc_alpn -i h2 }'],
  'acl ipv6_addr src -m sub :',
  ['Forwarded', `for=\\"[%[src]]\\";${FORWARDED}`, 'ipv6_addr'],
  ['Forwarded', `for=%[src];${FORWARDED}`, '!ipv6_addr'],
];

/** Returns the headers that describe the client to a server. */
export function forwardedHeaderLines(policy: ExposePolicy, controller: IngressController): readonly string[] {
  return linesOf(policyOf(policy, controller));
}

const linesOf = memoize((word: string): readonly string[] => {
  if (word === 'never') return [];
  const verb = word === 'append' ? 'add-header' : 'set-header';
  const lines = HEADERS.map((entry) => {
    if (typeof entry === 'string') return entry;
    const [header, value, condition] = entry;
    const absent = word === 'if-none' ? `!{ req.hdr(${header}) -m found }` : '';
    const conditions = [condition, absent].filter((text) => text !== '').join(' ');
    return `http-request ${verb} ${header} ${value}${conditions === '' ? '' : ` if ${conditions}`}`;
  });
  return word === 'replace' ? ['http-request set-header X-Forwarded-For %[src]', ...lines] : lines;
});
