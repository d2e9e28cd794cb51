import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DUCK, findTools, openHost } from '../apply/node/host.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';

const available = findTools().slice(0, 1);
if (available.length === 0) it.skip('rights: left out, making network namespaces needs root', () => undefined);

const APPLY = fileURLToPath(new URL('../apply/node/apply.mjs', import.meta.url));
const ROOT = ['--no-new-privs', '--bounding-set', '-all,+net_admin', '--inh-caps', '-all'];

describe.each(available)('a node applier with NET_ADMIN and no other right', () => {
  let workspace: Workspace;
  beforeAll(() => {
    workspace = openWorkspace();
  });
  afterAll(() => {
    workspace.close();
  });

  it('tries a ruleset in a user namespace and brings the host to its desired state', async () => {
    const host = await openHost(workspace, 'node');
    host.render([['10.20.30.200', DUCK]]);
    const options = JSON.stringify({ ...host.options, access: { enter: [], tools: [] } });
    const enter = ['ip', 'netns', 'exec', host.namespace] as const;
    const outcome = await workspace.run([...enter, 'setpriv', ...ROOT, process.execPath, APPLY, options]);
    expect(JSON.parse(outcome)).toMatchObject({ result: 'applied' });
    expect((await host.plan()).changes).toEqual([]);
  });
});
