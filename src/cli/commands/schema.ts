import { printJson, printMessage } from '../print.js';
import { expectationsEditorSchema } from '../../expectations/schema.js';
import { editorSchema } from '../../settings/configuration/editor-schema.js';
import { kinds } from '../../kinds/index.js';

/**
 * `weir schema [KIND]`: prints the JSON Schema of weir.yaml, of `expectations` files, or of a custom resource kind, for
 * editors.
 */
export function schemaCommand(name: string | undefined): number {
  const files = new Map([
    [undefined, editorSchema],
    ['expectations', expectationsEditorSchema],
  ]);
  const schema = files.get(name) ?? kinds.find(({ kind }) => kind === name)?.schema;
  if (!schema) {
    const known = ['expectations', ...kinds.map(({ kind }) => kind)].join(', ');
    printMessage(`unknown schema '${name ?? ''}': write one of ${known}`);
    return 1;
  }
  printJson(schema);
  return 0;
}
