import type { HeaderAction, RouteResource } from '../model/route.js';
import { type FieldError, duplicate, forbidden, invalid, required } from './field-error.js';

const MAX_ACTIONS = 20;
const LONGEST_NAME = 255;
const LONGEST_VALUE = 16384;
const PROTECTED = ['strict-transport-security', 'proxy', 'cookie', 'set-cookie'];
const NAME = /^[-!#$%&'*+.0-9A-Z^_`a-z|~]+$/;
const NAME_TEXT = 'name must be a valid HTTP header name as defined in RFC 2616 section 4.2';

/** Patterns for values: text, and references to a header of the request or response. */
const VALUES = {
  request: valuePattern('req'),
  response: valuePattern('res'),
} as const;

function valuePattern(source: 'req' | 'res'): RegExp {
  const insertion = `(?:\\{[-+]?[QXE](?:,[-+]?[QXE])*\\})?\\[(?:${source}\\.hdr\\([0-9A-Za-z-]+\\)|ssl_c_der)(?:,(?:lower|base64))*\\]`;
  return new RegExp(`^(?:%(?:%|${insertion})|[^%\\x00-\\x1f\\x7f])+$`, 'u');
}

/** Returns the errors of the actions on headers of requests and responses. See the OpenShift API server. */
export function checkHeaders({ requestHeaders, responseHeaders, tls }: RouteResource): FieldError[] {
  if (requestHeaders.length + responseHeaders.length === 0) return [];
  const problem = 'only edge and re-encrypt routes are supported for providing customized headers.';
  return [
    ...(tls?.termination === 'passthrough' ? [invalid('spec.tls.termination', 'passthrough', problem)] : []),
    ...checkList('response', responseHeaders),
    ...checkList('request', requestHeaders),
  ];
}

function checkList(side: 'request' | 'response', actions: readonly HeaderAction[]): FieldError[] {
  const field = `spec.httpHeaders.actions.${side}`;
  if (actions.length > MAX_ACTIONS) {
    return [invalid(field, '…', `${side} headers list can't exceed ${MAX_ACTIONS} items`)];
  }
  const names = new Set<string>();
  return actions.flatMap((action, index) => {
    const place = `${field}[${index}]`;
    const isNew = names.size !== names.add(action.name).size;
    return [
      ...(isNew ? [] : [duplicate(`${place}.name`, action.name)]),
      ...checkName(`${place}.name`, action.name),
      ...checkAction(`${place}.action`, action, side),
    ];
  });
}

function checkName(field: string, name: string): FieldError[] {
  if (name === '') return [required(field)];
  if (Buffer.byteLength(name) > LONGEST_NAME) {
    return [invalid(field, name, `name exceeds the maximum length, which is ${LONGEST_NAME}`)];
  }
  if (PROTECTED.includes(name.toLowerCase())) {
    return [forbidden(field, `the following headers may not be modified using this API: ${PROTECTED.join(', ')}`)];
  }
  return NAME.test(name) ? [] : [invalid(field, name, NAME_TEXT)];
}

function checkAction(field: string, { type, value }: HeaderAction, side: 'request' | 'response'): FieldError[] {
  const isSet = type === 'Set';
  return [
    ...(isSet || type === 'Delete' ? [] : [invalid(`${field}.type`, type, 'type must be "Set" or "Delete"')]),
    ...(isSet === (value !== undefined)
      ? []
      : [required(`${field}.set`, 'set is required when type is Set, and forbidden otherwise')]),
    ...(value === undefined ? [] : checkValue(`${field}.set.value`, value, side)),
  ];
}

function checkValue(field: string, value: string, side: 'request' | 'response'): FieldError[] {
  if (value === '') return [required(field)];
  if (Buffer.byteLength(value) > LONGEST_VALUE) {
    return [invalid(field, value, `value exceeds the maximum length, which is ${LONGEST_VALUE}`)];
  }
  const fetches = `${side === 'request' ? 'req' : 'res'}.hdr, ssl_c_der`;
  const problem =
    'Either header value provided is not in correct format or the converter specified is not allowed. The dynamic header value  ' +
    "may use HAProxy's %[] syntax and otherwise must be a valid HTTP header value as defined in " +
    'https://datatracker.ietf.org/doc/html/rfc7230#section-3.2 Sample fetchers allowed are ' +
    `${fetches}. Converters allowed are lower, base64.`;
  return VALUES[side].test(value) ? [] : [invalid(field, value, problem)];
}
