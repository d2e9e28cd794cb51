import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { type Compilation, compile } from '../../src/compile.js';
import { readInput } from '../../src/commands/input.js';
import { order } from '../../src/diagnostics/order.js';
import { placeReports } from '../../src/diagnostics/place.js';
import { renderText } from '../../src/diagnostics/text.js';
import type { Intent } from '../../src/model/intent.js';
import type { SourceFile } from '../../src/model/manifest.js';
import type { Prefix } from '../../src/net/address.js';
import { formatPrefix } from '../../src/net/prefix.js';
import { splitDocuments } from '../../src/yaml/documents.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const FIXTURES = join(ROOT, 'fixtures');
export const GOLDEN = join(ROOT, 'golden');

/** Names of all cases, `<group>/<case>`: every folder of fixtures that is not a case by itself. */
export function listCases(): string[] {
  return readdirSync(FIXTURES)
    .filter((group) => statSync(join(FIXTURES, group)).isDirectory())
    .flatMap((group) =>
      statSync(join(FIXTURES, group, 'weir.yaml'), { throwIfNoEntry: false })
        ? [group]
        : readdirSync(join(FIXTURES, group)).map((name) => `${group}/${name}`),
    )
    .sort();
}

/** Every file that a case should produce: artefacts, intents and diagnostics. Path → text. */
export async function runCase(name: string, rearrange = (files: readonly SourceFile[]) => files): Promise<Map<string, string>> {
  const { configuration, files, reports } = await readInput({ path: join(FIXTURES, name) });
  if (!configuration) return new Map([['diagnostics.txt', renderText(order(placeReports(reports)), RENDERING)]]);
  return filesOf(compile({ configuration, files: rearrange(files) }));
}

const RENDERING = { color: false, version: '0' };

function filesOf({ artefacts, intents, diagnostics }: Compilation): Map<string, string> {
  const files = new Map(artefacts.map(({ path, text }) => [path, text]));
  if (intents.length > 0) files.set('intents.yaml', stringify(intents.map(showIntent), { aliasDuplicateObjects: false }));
  if (diagnostics.length > 0) files.set('diagnostics.txt', renderText(diagnostics, RENDERING));
  return files;
}

/** An intent as a person reads it: causes and pods by name, addresses as text. */
function showIntent(intent: Intent): unknown {
  const { kind, namespace, name, pointer } = intent.cause;
  const shown: unknown = JSON.parse(
    JSON.stringify({ ...intent, cause: [kind, namespace, name, pointer].filter((part) => part !== '').join(' ') }, (key, value: unknown) =>
      key === 'pods' ? (value as { namespace: string; name: string }[]).map((pod) => `${pod.namespace}/${pod.name}`) : showPrefix(value),
    ),
  );
  return shown;
}

function showPrefix(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('base' in value)) return value;
  return formatPrefix(value as Prefix);
}

/** The same documents in the opposite order, in files of the opposite order. */
export function reverseDocuments(files: readonly SourceFile[]): SourceFile[] {
  return [...files].reverse().map(({ path, text }) => ({
    path,
    text: splitDocuments(text)
      .map(({ start, end }) => text.slice(start, end).replace(/^---/, ''))
      .reverse()
      .map((document) => `---\n${document.trim()}\n`)
      .join(''),
  }));
}
