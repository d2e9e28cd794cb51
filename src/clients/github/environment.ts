/** The pull request of a GitHub Actions job. */
export interface PullRequest {
  readonly owner: string;
  readonly repository: string;
  readonly number: number;
  /** Head commit, which annotations belong to. */
  readonly commit: string;
  /** Commit that it is to be merged into. */
  readonly base: string;
  readonly token: string;
  /** Base URL of the REST API, which differs for GitHub Enterprise. */
  readonly apiUrl: string;
  /** URL of the job with the full report. '' outside a job. */
  readonly jobUrl: string;
  /** File for the summary of the job. '' outside a job. */
  readonly summaryFile: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment of a job ("Default environment variables" of GitHub Actions) and its event, a JSON text. The
 * token comes from GITHUB_TOKEN or GH_TOKEN. Returns a description if something is missing.
 */
export function readPullRequest(environment: Environment, event: string): PullRequest | string {
  const { GITHUB_REPOSITORY = '', GITHUB_API_URL = 'https://api.github.com', GITHUB_STEP_SUMMARY = '' } = environment;
  const { GITHUB_SERVER_URL = '', GITHUB_RUN_ID = '' } = environment;
  const token = environment.GITHUB_TOKEN ?? environment.GH_TOKEN ?? '';
  if (token === '') return 'set GITHUB_TOKEN: without it nothing can be written to the pull request';
  const [owner = '', repository = '', ...rest] = GITHUB_REPOSITORY.split('/');
  if (owner === '' || repository === '' || rest.length > 0) return 'set GITHUB_REPOSITORY to <owner>/<repository>';
  if (!/^https?:/.test(GITHUB_API_URL) || !URL.canParse(GITHUB_API_URL))
    return 'GITHUB_API_URL is not the URL of an API';
  const { number, commit, base } = readEvent(event);
  if (number === undefined || commit === undefined || base === undefined) {
    return 'this job does not run for a pull request: the event in GITHUB_EVENT_PATH has none';
  }
  const jobUrl = GITHUB_RUN_ID === '' ? '' : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return {
    owner,
    repository,
    number,
    commit,
    base,
    token,
    apiUrl: GITHUB_API_URL,
    jobUrl,
    summaryFile: GITHUB_STEP_SUMMARY,
  };
}

interface Event {
  readonly pull_request?: {
    readonly number?: unknown;
    readonly head?: { readonly sha?: unknown } | null;
    readonly base?: { readonly sha?: unknown } | null;
  } | null;
}

function readEvent(json: string): { readonly number?: number; readonly commit?: string; readonly base?: string } {
  try {
    const { number, head, base } = (JSON.parse(json) as Event | null)?.pull_request ?? {};
    return {
      ...(typeof number === 'number' && Number.isSafeInteger(number) ? { number } : {}),
      ...(typeof head?.sha === 'string' ? { commit: head.sha } : {}),
      ...(typeof base?.sha === 'string' ? { base: base.sha } : {}),
    };
  } catch {
    return {};
  }
}
