import { resolve } from 'node:path';
import { type ReadResult, readManifests } from '../../compile/1-read/read.js';
import type { Prepared } from '../../compile/compile-input.js';
import { knownKinds } from '../../kinds/known.js';
import type { Diagnostic } from '../../model/diagnostic.js';
import { createRevisionMemory } from '../run/revision-memory.js';
import { createEngine } from '../../engine/engine.js';
import { MAX_FINDINGS } from '../run/diagnostics.js';
import { followFiles } from '../run/followed-files.js';
import { type ReadInput, readInput } from '../run/input.js';
import { compileInput } from '../run/run.js';
import { type TextOf, overlayBuffers } from './buffers.js';
import { isSelfChecked } from '../process/self-check.js';

/** The analysis of a repository with the files open in the editor. */
export interface Analysis {
  /** Findings by absolute path. Findings without a location belong to weir.yaml. */
  readonly findings: ReadonlyMap<string, readonly Diagnostic[]>;
  /** If unset, the input is invalid. */
  readonly known?: Known;
}

/** A valid input and its objects. */
export interface Known {
  readonly input: ReadInput;
  /** Objects of its files, with or without problems. */
  readonly found: ReadResult;
  readonly prepared: Prepared;
}

/** A repository that is open in an editor. */
export interface EditorSession {
  /** The folder with weir.yaml: an absolute path. */
  readonly root: string;
  /**
   * Reads and compiles the input, as `weir check` does. Caches do not change the findings. `changed`: paths of the documents
   * that were opened, changed or closed since the last call. If undefined, any file may have changed.
   */
  readonly analyse: (changed: Iterable<string> | undefined) => Promise<Analysis>;
  readonly close: () => void;
}

const ignore = (): void => undefined;
const SILENT = { phase: (): void => undefined, done: (): void => undefined };

/** Opens the repository in a folder. Files open in the editor have its text. */
export function openEditorSession(root: string, textOf: TextOf): EditorSession {
  const engine = createEngine({ isChecked: isSelfChecked() });
  const followed = followFiles(ignore);
  const memory = { engine, files: overlayBuffers(followed.memory, textOf), revisions: createRevisionMemory() };
  const analyse: EditorSession['analyse'] = async (changed) => {
    followed.begin(changed);
    let prepared: Prepared | undefined;
    const inspect = (found: Prepared): void => void (prepared = found);
    const options = { path: root, memory, inspect, maxFindings: MAX_FINDINGS };
    const input = await readInput(options);
    const { findings } = compileInput(input, options, 'findings', SILENT);
    const found = readManifests(input.files, knownKinds, ignore, engine);
    engine.endRound();
    followed.end();
    return {
      findings: groupByFile(findings.diagnostics, resolve(root, 'weir.yaml')),
      ...(prepared ? { known: { input, found, prepared } } : {}),
    };
  };
  return { root, analyse, close: followed.close };
}

function groupByFile(diagnostics: readonly Diagnostic[], otherwise: string): Map<string, Diagnostic[]> {
  const byFile = new Map<string, Diagnostic[]>();
  for (const one of diagnostics) {
    const path = one.at ? resolve(one.at.file) : otherwise;
    const others = byFile.get(path);
    if (others) others.push(one);
    else byFile.set(path, [one]);
  }
  return byFile;
}
