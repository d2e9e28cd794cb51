type Files = readonly (readonly [path: string, text: string])[];

export function findRepeatedExports(files: Files): string[];
