import { printJson, printMessage } from '../print.js';
import { editorSchema } from '../../settings/configuration/editor-schema.js';
import { kinds } from '../../kinds/index.js';

/** `weir schema [KIND]`: prints the JSON Schema of weir.yaml, or of a custom resource kind, for editors. */
export function schemaCommand(name: string | undefined): number {
  const schema = name === undefined ? editorSchema : kinds.find(({ kind }) => kind === name)?.schema;
  if (!schema) {
    const known = kinds.map(({ kind }) => kind).join(', ');
    printMessage(`unknown schema '${name ?? ''}': write one of ${known}`);
    return 1;
  }
  printJson(schema);
  return 0;
}
