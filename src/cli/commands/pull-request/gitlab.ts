import { boundParts } from '../../../clients/github/bound.js';
import type { MarkdownParts } from '../../../compare/render/markdown.js';
import { readMergeRequest } from '../../../clients/gitlab/environment.js';
import { GitLabProblem, connectGitLab } from '../../../clients/gitlab/gitlab.js';
import { printMessage } from '../../process/print.js';
import { type Environment, type HostingClient, markerOf, pointTo } from './hosting.js';

/** Maximum length of a note in characters. GitLab accepts a million, but the page becomes slow earlier. */
const MAX_NOTE = 200_000;

/** Returns the merge request of a GitLab job, or an error message. */
export function openGitLab(environment: Environment): HostingClient | string {
  const mergeRequest = readMergeRequest(environment);
  if (typeof mergeRequest === 'string') return mergeRequest;
  const { base, jobUrl } = mergeRequest;
  return {
    base,
    publish: async ({ parts, isQuiet }, id) => {
      try {
        const note = isQuiet ? undefined : renderNote(parts, id, jobUrl);
        await connectGitLab(mergeRequest, printMessage).setNote(markerOf(id), note);
        return undefined;
      } catch (error) {
        if (error instanceof GitLabProblem) return error.message;
        throw error;
      }
    },
  };
}

/** Returns the note without its marker, shortened to a length that browsers render quickly. */
export function renderNote(parts: MarkdownParts, id: string, jobUrl: string): string {
  const whole = '`weir diff --format markdown` prints it';
  const pointer = pointTo(jobUrl === '' ? whole : `${whole}, in the [job](${jobUrl})`);
  return boundParts(parts, MAX_NOTE - markerOf(id).length - 1, pointer);
}
