import { editorSchema } from '../configuration/editor-schema.js';
import { kinds } from '../kinds/index.js';

/** `weir schema [KIND]`: prints the JSON Schema of weir.yaml, or of a custom resource kind, for editors. */
export function schemaCommand(name: string | undefined): number {
  const schema = name === undefined ? editorSchema : kinds.find(({ kind }) => kind === name)?.schema;
  if (!schema) {
    const known = kinds.map(({ kind }) => kind).join(', ');
    process.stderr.write(`weir: there is no schema '${name ?? ''}'; kinds are ${known}\n`);
    return 1;
  }
  process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
  return 0;
}
