import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Definitions, definitionOf } from '../../kinds/contract/definition.js';
import { checkConfiguration } from '../../schema/configuration.js';
import { CONFIGURATION_PATH, parseConfiguration } from '../../settings/configuration/parse.js';
import { printJson, printMessage } from '../process/print.js';
import { expectationsEditorSchema } from '../../expectations/schema.js';
import { editorSchema } from '../../settings/configuration/editor-schema.js';
import { fleetSchema } from '../../settings/fleet/schema.js';
import { suggestionText } from '../../std/suggest.js';
import { kinds } from '../../kinds/index.js';

/**
 * Runs `weir schema [KIND]`: prints the JSON Schema of weir.yaml, expectations, weir.fleet.yaml (`fleet`) or a kind, as
 * the release of the repository defines it. KIND is case-insensitive. Returns exit code 0, or 1 if the name is unknown.
 */
export function schemaCommand(name: string | undefined, folder: string): number {
  if (name === undefined) {
    printJson(editorSchema);
    return 0;
  }
  const definitions = readDefinitions(folder);
  const schemas = new Map([
    ['expectations', expectationsEditorSchema],
    ['fleet', fleetSchema],
    ...kinds.map((kind) => [kind.kind, definitionOf(kind, definitions)] as const),
  ]);
  const known = [...schemas.keys()];
  const meant = known.find((one) => one.toLowerCase() === name.toLowerCase());
  if (meant === undefined) {
    printMessage(`unknown schema '${name}'${suggestionText(name, known) || `, expected one of ${known.join(', ')}`}`);
    return 1;
  }
  printJson(schemas.get(meant));
  return 0;
}

/** Returns the definitions of the release that a repository names. Without a valid weir.yaml, they are the usual ones. */
function readDefinitions(folder: string): Definitions | undefined {
  const path = join(folder, CONFIGURATION_PATH);
  if (!existsSync(path)) return undefined;
  const file = { path, text: readFileSync(path, 'utf8') };
  return parseConfiguration(file, checkConfiguration, () => undefined)?.release.definitions;
}
