import type { JsonObject } from '../../std/json.js';
import { writeYaml } from '../../compile/6-emit/shared/yaml-text.js';

/** Returns an object as a document of a file. */
export function renderObject(object: JsonObject): string {
  return `---\n${writeYaml(object, 0)}\n`;
}
