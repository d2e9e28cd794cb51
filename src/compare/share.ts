import type { SourceFile } from '../model/manifest.js';

/**
 * Returns the files of one side, with the objects of the other side for equal files. Files are equal if path, text,
 * role and namespace are. `compare` reads a shared object once.
 */
export function shareFiles(files: readonly SourceFile[], others: readonly SourceFile[]): readonly SourceFile[] {
  const otherByPath = new Map(others.map((file) => [file.path, file]));
  return files.map((file) => {
    const twin = otherByPath.get(file.path);
    if (twin === file) return file;
    return twin?.text === file.text && contextOf(twin) === contextOf(file) ? twin : file;
  });
}

/** Returns the properties of a file, other than its text, that decide how it is read. */
function contextOf({ role, namespace, parameters, isGuess }: SourceFile): string {
  return JSON.stringify([role, namespace, parameters, isGuess]);
}
