import { printJson, printMessage } from '../print.js';
import { expectationsEditorSchema } from '../../expectations/schema.js';
import { editorSchema } from '../../settings/configuration/editor-schema.js';
import { fleetSchema } from '../../settings/fleet/schema.js';
import { suggestionText } from '../../std/suggest.js';
import { kinds } from '../../kinds/index.js';

/**
 * `weir schema [KIND]`: prints the JSON Schema of weir.yaml, of `expectations` files, of weir.fleet.yaml (`fleet`), or of a
 * custom resource kind, for editors. KIND is written in any case. Exit code 0, or 1 where nothing has the name.
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
