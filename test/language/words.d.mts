type Files = readonly (readonly [path: string, text: string])[];

export function findRetiredWords(files: Files): string[];
export function findVagueActors(files: Files): string[];
export function findConditionalWhere(files: Files): string[];
