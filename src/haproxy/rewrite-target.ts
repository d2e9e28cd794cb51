import type { ExposeIntent } from '../model/intent/expose.js';
import { quoteHaproxy } from './header-actions.js';

/**
 * Returns the line that rewrites the path for the servers. The path of the Route is inserted unescaped into a pattern.
 * See the OpenShift router.
 */
export function rewriteLine(intent: ExposeIntent): string[] {
  const { rewriteTarget } = intent.policy;
  if (rewriteTarget === undefined) return [];
  return [`http-request replace-path ${quoteHaproxy(pathPatternOf(intent))} '${targetOf(rewriteTarget)}'`];
}

/** Returns the replacement of a path, quoted for single quotes in the configuration. */
export function targetOf(rewriteTarget: string): string {
  return rewriteTarget === '/' ? '/\\1' : sanitize(rewriteTarget);
}

/** Returns the pattern for the path of a request. Its last group is the rest after the new path. */
export function pathPatternOf({ path, policy: { rewriteTarget } }: ExposeIntent): string {
  return `^${path.replace(/[\r\n]/g, '')}${rewriteTarget === '/' ? '/?' : ''}(.*)$`;
}

/**
 * Returns a target with the meaning that it has in the configuration without quotes. Comments and quotes are removed,
 * percent signs are literal. See the OpenShift router, `rewritetarget`.
 */
function sanitize(target: string): string {
  const text = cutComment(target);
  const isCut = text.length < target.length;
  const withoutDouble = mapCharacters(text, (character, isEscaped) =>
    character === '"' && !isEscaped ? '' : character,
  );
  const unquoted = mapCharacters(withoutDouble, (character, isEscaped) => {
    if (character !== "'") return character;
    // One of the two backslashes remains after the replacements below.
    return isEscaped ? "'\\\\''" : '';
  });
  const clean = unquoted
    .replace(/%+/g, (run) => (run.length % 2 === 1 ? run.replaceAll('%', '%%') : run))
    .replace(/\\+/g, (run) => (run.length === 1 ? '' : run))
    .replaceAll('\\\\', '\\');
  return isCut ? clean : `${clean}\\1`;
}

/** Returns the text before the first `#` that is not escaped. */
function cutComment(text: string): string {
  let isEscaped = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '#' && !isEscaped) return text.slice(0, at);
    isEscaped = text[at] === '\\' && !isEscaped;
  }
  return text;
}

/** Replaces each character. `isEscaped` is true after a backslash that is not itself escaped. */
function mapCharacters(text: string, replace: (character: string, isEscaped: boolean) => string): string {
  let isEscaped = false;
  return Array.from(text, (character) => {
    const replaced = replace(character, isEscaped);
    isEscaped = character === '\\' && !isEscaped;
    return replaced;
  }).join('');
}
