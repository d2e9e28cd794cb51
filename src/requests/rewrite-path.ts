import { pathPatternOf, targetOf } from '../haproxy/rewrite-target.js';
import type { ExposeIntent } from '../model/intent/expose.js';

/**
 * Returns the path that the servers of a Route get. Returns undefined if the path of the Route is no regular expression
 * of JavaScript. See HAProxy, `http-request replace-path`.
 */
export function rewritePath(path: string, intent: ExposeIntent): string | undefined {
  const { rewriteTarget } = intent.policy;
  if (rewriteTarget === undefined) return path;
  const pattern = compilePattern(pathPatternOf(intent));
  if (!pattern) return undefined;
  const found = pattern.exec(path);
  if (!found) return path;
  // Undo the quoting of the configuration: only single quotes and percent signs are escaped in a single-quoted target.
  const target = targetOf(rewriteTarget).replaceAll("'\\''", "'").replaceAll('%%', '%');
  return expand(target, found);
}

function compilePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}

/**
 * Returns a target with its escapes replaced. A backslash precedes the number of a group, `x` and two hexadecimal
 * digits, or any character. See HAProxy, `exp_replace`.
 */
function expand(target: string, groups: readonly (string | undefined)[]): string {
  return target.replace(/\\(?:([0-9])|x([0-9a-fA-F]{2})|(.))/g, (_, group?: string, byte?: string, other?: string) => {
    if (group !== undefined) return groups[Number(group)] ?? '';
    return byte === undefined ? (other ?? '') : String.fromCharCode(parseInt(byte, 16));
  });
}
