import { isLogSeverity, readLogLevels } from '../../ovn-kubernetes/acl-logging.js';
import { readGatewayAnnotation } from '../../ovn-kubernetes/gateway-annotation.js';
import type { Namespace } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { type Fields, fieldsOf, isMonitored, parseJsonAnnotation } from './fields.js';
import { messages } from './messages.js';
import { asObject } from '../../std/json.js';
import { ANNOTATION } from '../../ovn-kubernetes/annotations.js';

const NAME_LABEL = 'kubernetes.io/metadata.name';

/** Reads a Namespace, with the label `kubernetes.io/metadata.name` that every API server adds. */
export function readNamespace(manifest: Manifest, report: Reporter): Namespace {
  const fields = fieldsOf(manifest, report);
  const gateways = fields.annotation(ANNOTATION.externalGateways);
  return {
    name: manifest.name,
    labels: { ...fields.labels, [NAME_LABEL]: manifest.name },
    aclLogging: readAclLogging(fields),
    ...(gateways === undefined
      ? {}
      : { externalGateways: { named: readGatewayAnnotation(gateways), monitored: isMonitored(fields) } }),
    manifest,
  };
}

/** Returns a namespace that is known only from the objects in it. */
export function implyNamespace(name: string): Namespace {
  return { name, labels: { [NAME_LABEL]: name }, aclLogging: {} };
}

/**
 * Reads the levels of ACL logging. No annotation, `""` and `{}` mean no logging. Wrong types turn all logging off, and
 * an invalid level only itself.
 */
function readAclLogging(fields: Fields): Namespace['aclLogging'] {
  const text = fields.annotation(ANNOTATION.aclLogging);
  if (text === undefined || text === '') return {};
  const parsed = parseJsonAnnotation(text);
  const written = 'problem' in parsed ? undefined : asObject(parsed.value);
  if (!written) {
    fields.reportAtAnnotation(messages.badAclLogging('it is not a JSON object'), ANNOTATION.aclLogging);
    return {};
  }
  const levels = readLogLevels(written);
  if ('key' in levels) {
    fields.reportAtAnnotation(messages.badAclLogging('a level is not a string'), ANNOTATION.aclLogging);
    return {};
  }
  const { allow, deny } = levels;
  for (const level of [allow, deny]) {
    if (level !== '' && !isLogSeverity(level)) {
      fields.reportAtAnnotation(messages.badAclLogging(`'${level}' is not a level`), ANNOTATION.aclLogging);
    }
  }
  return {
    ...(isLogSeverity(allow) ? { allow } : {}),
    ...(isLogSeverity(deny) ? { deny } : {}),
  };
}
