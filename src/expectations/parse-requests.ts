import type { Finding } from '../model/diagnostic.js';
import { isLabel } from '../net/dns-name.js';
import { type Json, type JsonObject, asList, asObject, asString } from '../std/json.js';
import type { ExposureExpectation, RequestExpectation } from './expectation.js';
import { messages } from './messages.js';
import { parseUrlPattern } from './urls.js';

/** Reports a finding at a field of an expectation. */
export type Say = (finding: Finding, field: string) => void;

/** Parses `exposed`. */
export function parseExposure(exposed: Json | undefined, say: Say): Pick<ExposureExpectation, 'type' | 'only'> {
  const only = asList(asObject(exposed)?.only).flatMap((one, index) => {
    const text = asString(one) ?? '';
    const pattern = parseUrlPattern(text);
    if (!pattern) say(messages.badValue(text, 'a URL'), `/exposed/only/${index}`);
    return pattern ?? [];
  });
  return { type: 'exposure', only };
}

/** Parses `host` and `reaches`. The default scheme of a URL is https. */
export function parseExpectedRequest(
  { host, reaches }: JsonObject,
  say: Say,
): Pick<RequestExpectation, 'type' | 'url' | 'services'> {
  if (host === undefined) say(messages.missingField('reaches', 'host'), '/reaches');
  else if (reaches === undefined) say(messages.missingField('host', 'reaches'), '/host');
  const text = asString(host) ?? '';
  const pattern = parseUrlPattern(text);
  if (host !== undefined && (!pattern || pattern.host.includes('*'))) say(messages.badValue(text, 'a URL'), '/host');
  const services = asList(reaches).flatMap((one) => asString(one) ?? []);
  for (const [index, service] of services.entries()) {
    const parts = service.split('/');
    if (parts.length === 2 && parts.every(isLabel)) continue;
    say(messages.badValue(service, 'a Service as namespace/name'), `/reaches/${index}`);
  }
  const { scheme = 'https', host: name = '', path = '/' } = pattern ?? {};
  return { type: 'request', url: { scheme, host: name, path }, services };
}
