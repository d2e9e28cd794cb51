import { pathPatternOf, targetOf } from '../haproxy/rewrite-target.js';
import type { ExposeIntent } from '../model/intent/expose.js';

/**
 * The path that the servers of a Route get (HAProxy, `http-request replace-path`). Where the path of the Route, which counts as
 * a regular expression, is none of JavaScript's, the path is unknown.
 */
export function rewritePath(path: string, intent: ExposeIntent): string | undefined {
  const { rewriteTarget } = intent.policy;
  if (rewriteTarget === undefined) return path;
  const pattern = compilePattern(pathPatternOf(intent));
  if (!pattern) return undefined;
  const found = pattern.exec(path);
  if (!found) return path;
  // In single quotes of the configuration only the quote itself has another spelling; two percent signs mean one.
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

/** HAProxy, `exp_replace`: a backslash stands before the number of a group, before `x` and two digits, or before any character. */
function expand(target: string, groups: readonly (string | undefined)[]): string {
  return target.replace(/\\(?:([0-9])|x([0-9a-fA-F]{2})|(.))/g, (_, group?: string, byte?: string, other?: string) => {
    if (group !== undefined) return groups[Number(group)] ?? '';
    return byte === undefined ? (other ?? '') : String.fromCharCode(parseInt(byte, 16));
  });
}
