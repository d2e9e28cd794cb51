import { printJson, printMessage } from '../print.js';
import { expectationsEditorSchema } from '../../expectations/schema.js';
import { editorSchema } from '../../settings/configuration/editor-schema.js';
import { fleetSchema } from '../../settings/fleet/schema.js';
import { suggestionText } from '../../std/suggest.js';
import { kinds } from '../../kinds/index.js';

/**
 * Runs `weir schema [KIND]`: prints the JSON Schema of weir.yaml, expectations, weir.fleet.yaml (`fleet`) or a custom
 * resource kind. KIND is case-insensitive. Returns exit code 0, or 1 if the name is unknown.
 */
export function schemaCommand(name: string | undefined): number {
  if (name === undefined) {
    printJson(editorSchema);
    return 0;
  }
  const schemas = new Map([
    ['expectations', expectationsEditorSchema],
    ['fleet', fleetSchema],
    ...kinds.map(({ kind, schema }) => [kind, schema] as const),
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
