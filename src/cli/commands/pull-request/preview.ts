import { annotate } from '../../../clients/github/annotations.js';
import { readMergeRequest } from '../../../clients/gitlab/environment.js';
import { plural } from '../../../std/plural.js';
import { printMessage, printNote, printText } from '../../process/print.js';
import { findPullRequest, nameOfCheck, renderComment } from './github.js';
import { renderNote } from './gitlab.js';
import { type Environment, type HostingClient, type ReviewVerdict, isGitLab, markerOf } from './hosting.js';

/**
 * Returns a hosting that prints the texts to post: the comment on standard output, the check of GitHub on standard
 * error. Sends nothing and needs no token. Outside of a job, the base is that of `weir diff`.
 */
export function openPreview(environment: Environment): HostingClient {
  return isGitLab(environment) ? previewGitLab(environment) : previewGitHub(environment);
}

function previewGitLab(environment: Environment): HostingClient {
  const request = readMergeRequest({ ...environment, GITLAB_TOKEN: 'none' });
  const { base, jobUrl = '' } = typeof request === 'string' ? {} : request;
  return { base, publish: printed(({ parts }, id) => renderNote(parts, id, jobUrl)) };
}

function previewGitHub(environment: Environment): HostingClient {
  const request = findPullRequest({ ...environment, GITHUB_TOKEN: 'none' });
  const { base, jobUrl = '' } = typeof request === 'string' ? {} : request;
  const print = printed(({ parts }, id) => renderComment(parts, id, jobUrl));
  return {
    base,
    publish: (verdict, id) => {
      const done = print(verdict, id);
      printCheck(verdict, id);
      return done;
    },
  };
}

/** Prints the comment. An empty comment is not posted, and an earlier one is deleted. */
function printed(render: (verdict: ReviewVerdict, id: string) => string): HostingClient['publish'] {
  return (verdict, id) => {
    if (verdict.isQuiet) printMessage('no changes: Weir would post no comment, and delete an earlier one');
    else printText(`${markerOf(id)}\n${render(verdict, id)}`);
    return Promise.resolve(undefined);
  };
}

function printCheck({ title, findings, conclusion }: ReviewVerdict, id: string): void {
  const annotations = annotate(findings);
  const count = annotations.length === 0 ? '' : `, ${plural(annotations.length, 'annotation')}:`;
  printMessage(
    `the check '${nameOfCheck(id)}' would be ${conclusion}${conclusion === 'neutral' ? ', which blocks no merge' : ''}: ${title}${count}`,
  );
  for (const { path, start_line: line, title: code, message } of annotations) {
    printNote(`  ${path}:${line}: ${code}: ${message.split('\n')[0] ?? ''}`);
  }
}
