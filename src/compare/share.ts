import type { SourceFile } from '../model/manifest.js';

/**
 * The files of one side of a comparison. One that the other side has too, with the same path, text, role and namespace, is the other
 * side's object: `compare` reads it once.
 */
export function shareFiles(files: readonly SourceFile[], others: readonly SourceFile[]): readonly SourceFile[] {
  const otherByPath = new Map(others.map((file) => [file.path, file]));
  return files.map((file) => {
    const twin = otherByPath.get(file.path);
    if (twin === file) return file;
    return twin?.text === file.text && contextOf(twin) === contextOf(file) ? twin : file;
  });
}

/** What of a file decides how its text is read. */
function contextOf({ role, namespace, parameters, isGuess }: SourceFile): string {
  return JSON.stringify([role, namespace, parameters, isGuess]);
}
