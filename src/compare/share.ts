import type { SourceFile } from '../model/manifest.js';

/**
 * The files of one side of a comparison. One that the other side has too, with the same path, text and role, is the other
 * side's object: `compare` reads it once.
 */
export function shareFiles(files: readonly SourceFile[], others: readonly SourceFile[]): readonly SourceFile[] {
  const otherByPath = new Map(others.map((file) => [file.path, file]));
  return files.map((file) => {
    const twin = otherByPath.get(file.path);
    return twin?.text === file.text && twin.role === file.role ? twin : file;
  });
}
