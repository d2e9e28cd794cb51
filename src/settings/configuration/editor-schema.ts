import { splitPointer } from '../../yaml/locate.js';
import { INTERFACE_NAME } from '../../net/interface-name.js';
import { configurationSchema } from './schema.js';
import { type JsonObject, asObject } from '../../std/json.js';

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const IPV4 = `(?:${OCTET}\\.){3}${OCTET}`;
const GROUP = '[0-9A-Fa-f]{0,4}';
/** Pattern of every IPv6 address, and of texts whose only fault is the number of groups. */
const IPV6 = `${GROUP}(?:(?::${GROUP}){2,8}|(?::${GROUP}){1,6}:${IPV4})`;
const ADDRESS = `(?:${IPV4}|${IPV6})`;
const NETWORK = `(?:${IPV4}/(?:3[0-2]|[12]?[0-9])|${IPV6}/(?:12[0-8]|1[01][0-9]|[1-9]?[0-9]))`;
const PORT = '(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{1,4})';

const INTERFACES = '/properties/nodes/additionalProperties/properties/interfaces';
const INTERFACE = `${INTERFACES}/additionalProperties/properties`;
const ROUTE = `${INTERFACE}/routes/items/properties`;

/** Patterns of texts, by the JSON pointer to the schema of the text. */
const PATTERNS: Readonly<Record<string, string>> = {
  '/properties/clusterSubnets/items': `${NETWORK}(?:/0*[1-9][0-9]{0,2})?`,
  '/properties/serviceCIDRs/items': NETWORK,
  '/properties/joinSubnets/items': NETWORK,
  '/properties/transitSubnets/items': NETWORK,
  '/properties/masqueradeSubnets/items': NETWORK,
  '/properties/ephemeralPortRange': `(?!0+-)${PORT}-${PORT}`,
  '/properties/dns/additionalProperties/items': ADDRESS,
  '/properties/ovnSchemaVersion': '0*(?:[7-9]|[1-9][0-9]+)\\.[0-9]+\\.[0-9]+',
  [`${INTERFACES}/propertyNames`]: INTERFACE_NAME.source,
  [`${INTERFACE}/addresses/items`]: NETWORK,
  [`${ROUTE}/destination`]: `(?:default|${NETWORK})`,
  [`${ROUTE}/via`]: ADDRESS,
};

/**
 * Schema of `weir.yaml` for editors. In addition to Weir's own schema, it marks most values that Weir rejects later,
 * with messages that are better than a failed pattern. It never marks a value that Weir accepts.
 */
export const editorSchema: JsonObject = Object.entries(PATTERNS).reduce(
  (schema, [pointer, pattern]) => addPattern(schema, splitPointer(pointer), `^(?:${pattern})$`),
  configurationSchema,
);

function addPattern(schema: JsonObject, [part, ...rest]: readonly string[], pattern: string): JsonObject {
  if (part === undefined) return { ...schema, pattern };
  return { ...schema, [part]: addPattern(asObject(schema[part]) ?? {}, rest, pattern) };
}
