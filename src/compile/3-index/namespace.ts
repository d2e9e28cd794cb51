import { GATEWAY_ANNOTATION } from '../../ovn-kubernetes/gateway-annotation.js';
import type { LogSeverity, Namespace } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { type Fields, fieldsOf, isMonitored, parseJson } from './fields.js';
import { messages } from './messages.js';
import { type JsonObject, asObject } from '../../std/json.js';

const ACL_LOGGING = 'k8s.ovn.org/acl-logging';
const NAME_LABEL = 'kubernetes.io/metadata.name';
const LEVELS: readonly string[] = ['alert', 'warning', 'notice', 'info', 'debug'];

/** Reads a Namespace, with the label `kubernetes.io/metadata.name` that every API server adds. */
export function readNamespace(manifest: Manifest, report: Reporter): Namespace {
  const fields = fieldsOf(manifest, report);
  const gateways = fields.annotation(GATEWAY_ANNOTATION);
  return {
    name: manifest.name,
    labels: { ...fields.labels, [NAME_LABEL]: manifest.name },
    aclLogging: readAclLogging(fields),
    ...(gateways === undefined ? {} : { externalGateways: { text: gateways, monitored: isMonitored(fields) } }),
    manifest,
  };
}

/** A namespace that only the objects in it tell of. */
export function implyNamespace(name: string): Namespace {
  return { name, labels: { [NAME_LABEL]: name }, aclLogging: {} };
}

/** No annotation, `""` and `{}` mean no logging; wrong types turn all of it off, a wrong level only itself. */
function readAclLogging(fields: Fields): Namespace['aclLogging'] {
  const text = fields.annotation(ACL_LOGGING);
  if (text === undefined || text === '') return {};
  const parsed = parseJson(text);
  const written = 'problem' in parsed ? undefined : asObject(parsed.value);
  if (!written) {
    fields.reportAtAnnotation(messages.badAclLogging('it is not a JSON object'), ACL_LOGGING);
    return {};
  }
  const levels = levelsOf(written);
  if (!levels) {
    fields.reportAtAnnotation(messages.badAclLogging('a level is not a string'), ACL_LOGGING);
    return {};
  }
  const { allow, deny } = levels;
  for (const level of [allow, deny]) {
    if (level !== '' && !LEVELS.includes(level)) {
      fields.reportAtAnnotation(messages.badAclLogging(`'${level}' is not a level`), ACL_LOGGING);
    }
  }
  return {
    ...(isLevel(allow) ? { allow } : {}),
    ...(isLevel(deny) ? { deny } : {}),
  };
}

/**
 * The levels of an annotation as Go's `encoding/json` reads it: keys in any case, of several the last, nulls passed over.
 * Undefined when one is not a string, also that of `pass`, which only cluster-wide policies have a use for.
 */
function levelsOf(written: JsonObject): { readonly allow: string; readonly deny: string } | undefined {
  const levels = { allow: '', deny: '', pass: '' };
  for (const [key, level] of Object.entries(written)) {
    const action = key.toLowerCase();
    if (!isAction(action) || level === null) continue;
    if (typeof level !== 'string') return undefined;
    levels[action] = level;
  }
  return levels;
}

function isAction(text: string): text is 'allow' | 'deny' | 'pass' {
  return text === 'allow' || text === 'deny' || text === 'pass';
}

function isLevel(level: string): level is LogSeverity {
  return LEVELS.includes(level);
}
