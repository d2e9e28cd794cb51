type Files = readonly (readonly [path: string, text: string])[];

export function readProse(text: string): string;
export function findSentences(files: Files): string[];
