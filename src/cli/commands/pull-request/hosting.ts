import type { MarkdownParts } from '../../../compare/render/markdown.js';
import type { Diagnostic } from '../../../model/diagnostic.js';

/** The comment on a change. Without sections and findings, there is no comment. */
export interface ReviewVerdict {
  readonly title: string;
  readonly parts: MarkdownParts;
  /** Full parts of the comment. */
  readonly longParts: MarkdownParts;
  readonly findings: readonly Diagnostic[];
  readonly isQuiet: boolean;
  readonly conclusion: 'success' | 'neutral' | 'failure';
}

/** A pull or merge request on GitHub or GitLab. */
export interface HostingClient {
  /** Default base commit of the comparison. If undefined, the default of `weir diff` applies. */
  readonly base: string | undefined;
  /**
   * Publishes the comment. `id` distinguishes the comments of several folders. Returns an error message, or undefined.
   */
  readonly publish: (verdict: ReviewVerdict, id: string) => Promise<string | undefined>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const isGitLab = (environment: Environment): boolean => environment.GITLAB_CI === 'true';

/** Returns the invisible marker at the start of a comment by Weir. */
export function markerOf(id: string): string {
  return `<!-- weir: ${encodeURIComponent(id)} -->`;
}

/** Returns a function that formats the location of omitted sections. */
export function pointTo(where: string): (leftOut: number) => string {
  return (leftOut) => `… ${leftOut} ${leftOut === 1 ? 'section is' : 'sections are'} left out here: ${where}.`;
}
