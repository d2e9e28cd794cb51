import { boundParts } from '../../../clients/github/bound.js';
import type { MarkdownParts } from '../../../compare/render/markdown.js';
import { readMergeRequest } from '../../../clients/gitlab/environment.js';
import { GitLabProblem, connectGitLab } from '../../../clients/gitlab/gitlab.js';
import { printMessage } from '../../print.js';
import { type Environment, type Hosting, markerOf, pointTo } from './hosting.js';

/** GitLab takes a million characters; the page is slow long before. */
const MAX_NOTE = 200_000;

/** The merge request that a job of GitLab runs for. A string says why there is none. */
export function openGitLab(environment: Environment): Hosting | string {
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

/** The note without its marker, of a length that a browser shows quickly. */
export function renderNote(parts: MarkdownParts, id: string, jobUrl: string): string {
  const whole = '`weir diff --format markdown` prints it';
  const pointer = pointTo(jobUrl === '' ? whole : `${whole}, in the [job](${jobUrl})`);
  return boundParts(parts, MAX_NOTE - markerOf(id).length - 1, pointer);
}
