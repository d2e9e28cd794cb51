import { Buffer } from 'node:buffer';
import type { OpenFileMemory } from '../../sources/file-memory.js';
import type { FileContent } from '../../sources/selected-file.js';
import { messages } from '../../sources/messages.js';
import { DEFAULT_LIMITS } from '../../sources/source.js';

/** Returns the text of a file (absolute path) that is open in the editor, or undefined if it is not. */
export type TextOf = (path: string) => string | undefined;

/** Returns a memory in which open files have their text of the editor, with the same limits as files on the disk. */
export function overlayBuffers(memory: OpenFileMemory, textOf: TextOf): OpenFileMemory {
  const held = new Map<string, { readonly text: string; readonly content: FileContent }>();
  return {
    ...memory,
    read: (path, shown, read) => {
      const onDisk = memory.read(path, shown, read);
      const text = textOf(path);
      if (text === undefined) {
        held.delete(path);
        return onDisk;
      }
      const known = held.get(path);
      // Equal text is the same object, so that nothing is compiled again.
      if (known?.text === text) return known.content;
      const content = contentOf(text, onDisk);
      held.set(path, { text, content });
      return content;
    },
  };
}

/** Returns the content of an open file. The content on the disk only provides the name. */
function contentOf(text: string, onDisk: FileContent): FileContent {
  if ('unreadable' in onDisk || !('file' in onDisk.decoded)) return onDisk;
  const { path } = onDisk.decoded.file;
  const size = Buffer.byteLength(text);
  const { fileBytes } = DEFAULT_LIMITS;
  if (size > fileBytes) return { unreadable: { ...messages.fileTooLarge(path, fileBytes), location: { path } } };
  return { size, decoded: { file: { path, text } } };
}
