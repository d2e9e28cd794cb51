/** The merge request of a GitLab CI job. */
export interface MergeRequest {
  /** Number of the target project. */
  readonly project: string;
  /** Its number in that project. */
  readonly number: string;
  /** Commit that it started from. */
  readonly base: string;
  readonly token: string;
  /** Base URL of the REST API, such as https://gitlab.example/api/v4. */
  readonly apiUrl: string;
  /** URL of the job. '' outside a job. */
  readonly jobUrl: string;
}

/**
 * Reads the environment of a job ("Predefined CI/CD variables" of GitLab). The token comes from GITLAB_TOKEN, because
 * the token of a job cannot write notes ("GitLab CI/CD job token"). Returns a description if something is missing.
 */
export function readMergeRequest(environment: Readonly<Record<string, string | undefined>>): MergeRequest | string {
  const { CI_API_V4_URL: apiUrl = '', CI_JOB_URL: jobUrl = '', GITLAB_TOKEN: token = '' } = environment;
  const { CI_MERGE_REQUEST_PROJECT_ID: project = '', CI_MERGE_REQUEST_IID: number = '' } = environment;
  const { CI_MERGE_REQUEST_DIFF_BASE_SHA: base = '' } = environment;
  if (!isNumber(project) || !isNumber(number) || base === '') {
    return 'this job does not run for a merge request: CI_MERGE_REQUEST_PROJECT_ID, CI_MERGE_REQUEST_IID or CI_MERGE_REQUEST_DIFF_BASE_SHA is not set';
  }
  if (token === '')
    return 'set GITLAB_TOKEN, a project access token with the scope api: nothing can be written without it';
  if (!/^https?:/.test(apiUrl) || !URL.canParse(apiUrl)) return 'CI_API_V4_URL is not the URL of an API';
  return { project, number, base, token, apiUrl: apiUrl.replace(/\/+$/, ''), jobUrl };
}

function isNumber(text: string): boolean {
  return /^[0-9]{1,18}$/.test(text);
}
