import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { ROOT, type Resource } from '../manifests.js';

/** The packages of Debian are a folder of sources. */
const GO = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' };

/** Why charts cannot be rendered here, or undefined. */
export function whyNoGo(): string | undefined {
  const packages = ['github.com/Masterminds/sprig', 'sigs.k8s.io/yaml'];
  const { status } = spawnSync('go', ['list', ...packages], { encoding: 'utf8', env: GO });
  return status === 0 ? undefined : 'there are no packages of Go here that render Helm charts';
}

/** A rendered chart, or why it does not render. */
export interface Rendering {
  readonly objects: readonly Resource[];
  readonly error?: string;
}

/** Renders the chart of `deploy` for several values, in a release in the namespace `net`. */
export function renderChart(values: readonly object[]): readonly Rendering[] {
  const program = fileURLToPath(new URL('render.go', import.meta.url));
  const { status, stdout, stderr } = spawnSync('go', ['run', program, `${ROOT}deploy/chart`, 'net'], {
    ...{ encoding: 'utf8', env: GO, maxBuffer: 2 ** 28, input: JSON.stringify(values) },
  });
  if (status !== 0) throw new Error(stderr);
  const answers = JSON.parse(stdout) as readonly { readonly text: string; readonly error?: string }[];
  return answers.map(({ text, error }) => ({
    objects: parseAllDocuments(text).flatMap((one) => (one.toJS() as Resource | null) ?? []),
    ...(error === undefined ? {} : { error }),
  }));
}
