import { folderCases } from './folder-cases.js';
import { objectCases } from './object-cases.js';
import type { BrokenCase } from './repository.js';
import { yamlCases } from './yaml-cases.js';

/** All repositories that cannot be compiled. */
export const brokenCases: readonly BrokenCase[] = [...yamlCases, ...objectCases, ...folderCases];
