import { TextDocument } from 'vscode-languageserver-textdocument';
import { expect, it } from 'vitest';
import { openWorkspace } from '../../../src/cli/language-server/workspace.js';

const DOCUMENT = TextDocument.create('file:///nowhere/shop.yaml', 'yaml', 1, '');

it('an analysis that fails is told, and the next one is made', async () => {
  let runs = 0;
  const told: string[] = [];
  await new Promise<void>((settle) => {
    const workspace = openWorkspace(
      {
        documents: () => [DOCUMENT],
        publish: (uri) => {
          told.push(`published ${uri}`);
          settle();
        },
        logError: (message) => {
          told.push(message.split('\n')[0] ?? '');
          workspace.touch(DOCUMENT.uri);
        },
      },
      (root) => ({
        root,
        close: () => undefined,
        analyse: () => (runs++ === 0 ? Promise.reject(new Error('broken')) : Promise.resolve({ findings: new Map() })),
      }),
    );
    workspace.touch(DOCUMENT.uri);
  });
  expect(told).toEqual([
    'this is a bug in Weir, please report it: Error: broken',
    'published file:///nowhere/shop.yaml',
  ]);
});
