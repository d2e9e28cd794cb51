import { createCompiledSource } from '../../../engine/compiled-source.js';

/** What the queries of findings about policies read. */
export const policySource = createCompiledSource('policy findings', { grouped: ['filter'] });
