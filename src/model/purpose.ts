/**
 * Purpose of a run. `artefacts`: files and all findings. `findings`: without the texts of artefacts, which are most of
 * the work of a large run. `answers`: only the effects of objects. Its findings are errors of the objects only, without
 * checks of suspicious input and of database rows.
 */
export type Purpose = 'artefacts' | 'findings' | 'answers';
