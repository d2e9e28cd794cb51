/**
 * What a run is for. `artefacts`: files, and all findings. `findings`: without the texts of artefacts, which are most of the work of
 * a large run. `answers`: only what objects mean is asked for; of findings, then, only errors of the objects, and neither is
 * looked for what is merely suspicious nor are the rows of databases checked.
 */
export type Purpose = 'artefacts' | 'findings' | 'answers';
