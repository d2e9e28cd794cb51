import type { MarkdownParts } from '../../../compare/render/markdown.js';
import type { Diagnostic } from '../../../model/diagnostic.js';

/** What is to be said about a change. Without sections and findings there is nothing to say. */
export interface Verdict {
  readonly title: string;
  readonly parts: MarkdownParts;
  /** The same at length. */
  readonly longParts: MarkdownParts;
  readonly findings: readonly Diagnostic[];
  readonly isQuiet: boolean;
  readonly conclusion: 'success' | 'neutral' | 'failure';
}

/** A request to merge, on whichever hosting it is open. */
export interface Hosting {
  /** The commit that the change is compared with by default; undefined for that of `weir diff`. */
  readonly base: string | undefined;
  /** Says it there. `id` tells apart what several folders say. The result is why it could not be said, or undefined. */
  readonly publish: (verdict: Verdict, id: string) => Promise<string | undefined>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const isGitLab = (environment: Environment): boolean => environment.GITLAB_CI === 'true';

/** Begins a comment of ours: nobody sees it. */
export function markerOf(id: string): string {
  return `<!-- weir: ${encodeURIComponent(id)} -->`;
}

/** Says of sections that are left out where they are. */
export function pointTo(where: string): (leftOut: number) => string {
  return (leftOut) => `… ${leftOut} ${leftOut === 1 ? 'section is' : 'sections are'} left out here: ${where}.`;
}
