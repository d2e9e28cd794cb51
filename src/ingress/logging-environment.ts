import { textOf } from '../model/kubernetes-object.js';
import { formatSocket } from '../net/address.js';
import { type Json, type JsonObject, asList, asObject } from '../std/json.js';

/**
 * Returns the variables that the ingress operator derives from `spec.logging.access`. Returns none if nothing is
 * logged.
 */
export function loggingEnvironment(access: JsonObject): Readonly<Record<string, string>> {
  const { destination, httpLogFormat, httpCaptureHeaders, httpCaptureCookies, logEmptyRequests } = access;
  const target = readDestination(asObject(destination) ?? {});
  if (!target) return {};
  const { request, response } = asObject(httpCaptureHeaders) ?? {};
  const variables = {
    ...target,
    ROUTER_LOG_LEVEL: 'info',
    ROUTER_SYSLOG_FORMAT: textOf(httpLogFormat) === '' ? '' : JSON.stringify(textOf(httpLogFormat)),
    ROUTER_CAPTURE_HTTP_REQUEST_HEADERS: writeHeaders(request),
    ROUTER_CAPTURE_HTTP_RESPONSE_HEADERS: writeHeaders(response),
    ROUTER_CAPTURE_HTTP_COOKIE: writeCookie(asObject(asList(httpCaptureCookies)[0])),
    ROUTER_DONT_LOG_NULL: logEmptyRequests === 'Ignore' ? 'true' : '',
  };
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
}

function readDestination({ type, syslog }: JsonObject): Readonly<Record<string, string>> | undefined {
  if (type === 'Container') return { ROUTER_SYSLOG_ADDRESS: '/var/lib/rsyslog/rsyslog.sock' };
  const server = asObject(syslog);
  if (type !== 'Syslog' || !server) return undefined;
  const { address, port, facility, maxLength } = server;
  return {
    ROUTER_SYSLOG_ADDRESS: formatSocket(textOf(address), typeof port === 'number' ? port : 0),
    ROUTER_LOG_FACILITY: textOf(facility),
    ROUTER_LOG_MAX_LENGTH: typeof maxLength === 'number' && maxLength > 0 ? String(maxLength) : '',
  };
}

/** Returns the headers as `<name>:<length>`, separated by commas. */
function writeHeaders(list: Json | undefined): string {
  return asList(list)
    .map((one) => {
      const { name, maxLength } = asObject(one) ?? {};
      return `${textOf(name)}:${typeof maxLength === 'number' ? maxLength : 0}`;
    })
    .join(',');
}

/** Default length of a logged cookie. */
const USUAL_LENGTH = 256;

function writeCookie(cookie: JsonObject | undefined): string {
  if (!cookie) return '';
  const { matchType, name, namePrefix, maxLength } = cookie;
  const length = typeof maxLength === 'number' && maxLength > 0 ? maxLength : USUAL_LENGTH;
  return `${matchType === 'Exact' ? `${textOf(name)}=` : textOf(namePrefix)}:${length}`;
}
