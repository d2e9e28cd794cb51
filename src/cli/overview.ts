import type { Command } from 'commander';

/** Commands in the order of `weir --help`, by the task that they are for. */
export const COMMAND_GROUPS = {
  Author: [
    'init',
    'check',
    'fix',
    'compile',
    'expect',
    'prove',
    'suggest',
    'lock',
    'inventory',
    'dns',
    'schema',
    'lsp',
    'completion',
  ],
  Review: ['diff', 'pr', 'report', 'fleet'],
  Ask: ['trace', 'log', 'list', 'explain', 'whatif'],
  Deliver: ['show', 'generate'],
  Operate: ['status', 'plan', 'apply', 'audit', 'adopt', 'confirm', 'rollback'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The most frequent command lines. The help of each command has more. */
const EXAMPLES = [
  'weir init --from-cluster                   # create a repository',
  'weir diff                                  # effect of the changes',
  'weir trace shop/web-0 203.0.113.7 443/TCP  # path of a packet',
] as const;

/** Renders the help of the program. It fits a terminal of 40 lines. */
export function formatOverview(program: Command): string {
  const descriptions = new Map(program.commands.map((command) => [command.name(), command.description()]));
  const width = Math.max(...Object.values(COMMAND_GROUPS).flatMap((names) => names.map(({ length }) => length)));
  const groups = Object.entries(COMMAND_GROUPS).map(([group, names]) =>
    renderGroup(
      group,
      names.map((name) => `${name.padEnd(width)}  ${descriptions.get(name) ?? ''}`),
    ),
  );
  return [
    `Usage: ${program.name()} [-C <folder>] <command> [options]`,
    program.description(),
    '',
    ...groups.flat(),
    '',
    ...renderGroup('Examples', EXAMPLES),
    'Options: -C, --path <folder> (run in <folder>), -h, --help, -V, --version',
    'Exit codes: 0 success, 1 error, 2 differences, failed expectations, 3 bug',
    '',
  ].join('\n');
}

function renderGroup(group: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => `${(index === 0 ? group : '').padEnd(8)}  ${line}`);
}
