import { spawnSync } from 'node:child_process';

/** The first whose kustomize builds folders of folders, and whose server-side apply is no longer a trial. */
const OLDEST = 22;

/** Why kubectl cannot be used here, or undefined. Debian 12 has 1.20 only, so nothing is installed. */
export function whyNoKubectl(): string | undefined {
  const { status, stdout } = spawnSync('kubectl', ['version', '--client', '--output', 'json'], { encoding: 'utf8' });
  if (status !== 0) return 'there is no kubectl here';
  const { clientVersion } = JSON.parse(stdout) as { clientVersion: { major: string; minor: string } };
  const minor = Number.parseInt(clientVersion.minor, 10);
  return minor < OLDEST ? `kubectl is 1.${minor}, and 1.${OLDEST} is needed` : undefined;
}
