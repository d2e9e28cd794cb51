import type { PolicyIntent } from '../../model/intent/policy.js';
import { readMetadata } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { isLogSeverity, readLogLevels } from '../../ovn-kubernetes/acl-logging.js';
import { goSyntaxError, goTypeName } from '../../std/go-json.js';
import { type Json, isObject } from '../../std/json.js';
import { ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/** In the order in which the live controllers look at them. */
const CLASSES = ['deny', 'allow', 'pass'] as const;

/** Traffic that a cluster-wide policy logs, or the problem of its annotation in the words of the live controllers. */
export type AdminLogging = { readonly log: PolicyIntent['log'] } | { readonly details: readonly string[] };

/** Reads the annotation of the object itself (OVN-Kubernetes): that of a namespace has no say. */
export function readAdminLogging({ object }: Manifest): AdminLogging {
  const text = readMetadata(object, 'annotations', ANNOTATION.aclLogging) ?? '';
  if (text === '') return { log: {} };
  const problem = goSyntaxError(text);
  if (problem !== undefined) return { details: [unreadable(text, problem)] };
  const value = JSON.parse(text) as Json;
  if (value === null) return { log: {} };
  if (!isObject(value)) {
    const mistyped = `json: cannot unmarshal ${goTypeName(value)} into Go value of type util.ACLLoggingLevels`;
    return { details: [unreadable(text, mistyped)] };
  }
  const levels = readLogLevels(value);
  if ('key' in levels) {
    const field = `Go struct field ACLLoggingLevels.${levels.key} of type string`;
    return { details: [unreadable(text, `json: cannot unmarshal ${goTypeName(levels.value)} into ${field}`)] };
  }
  const bad = CLASSES.filter((name) => levels[name] !== '' && !isLogSeverity(levels[name]));
  if (bad.length > 0) {
    return {
      details: bad.map(
        (name) =>
          `disabling ${name} logging due to an invalid ${name} annotation. "${levels[name]}" is not a valid log severity`,
      ),
    };
  }
  const { allow, deny, pass } = levels;
  return {
    log: {
      ...(isLogSeverity(allow) && { allow }),
      ...(isLogSeverity(deny) && { drop: deny }),
      ...(isLogSeverity(pass) && { pass }),
    },
  };
}

/** Returns the error of an unreadable annotation. It calls both kinds of policies ANP. */
function unreadable(text: string, why: string): string {
  return `could not unmarshal ANP ACL annotation '${text}', disabling logging, err: "${why}"`;
}
