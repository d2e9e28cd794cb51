import type { ExposeIntent } from '../model/intent/expose.js';
import { quoteHaproxy } from './header-actions.js';

/**
 * What takes the place of the path on the way to the servers. The path of the Route is put into the pattern as it is, though it
 * is no pattern (OpenShift router).
 */
export function rewriteLine(intent: ExposeIntent): string[] {
  const { rewriteTarget } = intent.policy;
  if (rewriteTarget === undefined) return [];
  return [`http-request replace-path ${quoteHaproxy(pathPatternOf(intent))} '${targetOf(rewriteTarget)}'`];
}

/** What takes the place of a path, as it stands in the configuration between single quotes. */
export function targetOf(rewriteTarget: string): string {
  return rewriteTarget === '/' ? '/\\1' : sanitize(rewriteTarget);
}

/** What the path of a request is compared with; its last group is what remains behind the new path. */
export function pathPatternOf({ path, policy: { rewriteTarget } }: ExposeIntent): string {
  return `^${path.replace(/[\r\n]/g, '')}${rewriteTarget === '/' ? '/?' : ''}(.*)$`;
}

/**
 * A target as it was meant when it stood in the configuration without quotes: comments are cut off, quotes vanish, percent
 * signs mean themselves (OpenShift router, `rewritetarget`).
 */
function sanitize(target: string): string {
  const text = cutComment(target);
  const isCut = text.length < target.length;
  const withoutDouble = mapCharacters(text, (character, isEscaped) =>
    character === '"' && !isEscaped ? '' : character,
  );
  const unquoted = mapCharacters(withoutDouble, (character, isEscaped) => {
    if (character !== "'") return character;
    // One of the two backslashes is left by what follows.
    return isEscaped ? "'\\\\''" : '';
  });
  const clean = unquoted
    .replace(/%+/g, (run) => (run.length % 2 === 1 ? run.replaceAll('%', '%%') : run))
    .replace(/\\+/g, (run) => (run.length === 1 ? '' : run))
    .replaceAll('\\\\', '\\');
  return isCut ? clean : `${clean}\\1`;
}

/** What stands before the first `#` without a backslash. */
function cutComment(text: string): string {
  let isEscaped = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '#' && !isEscaped) return text.slice(0, at);
    isEscaped = text[at] === '\\' && !isEscaped;
  }
  return text;
}

/** Replaces each character, which may have a backslash before it that is not itself escaped. */
function mapCharacters(text: string, replace: (character: string, isEscaped: boolean) => string): string {
  let isEscaped = false;
  return Array.from(text, (character) => {
    const replaced = replace(character, isEscaped);
    isEscaped = character === '\\' && !isEscaped;
    return replaced;
  }).join('');
}
