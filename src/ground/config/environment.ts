import type { Environment } from './source.ts';

/** The environment of this process. */
export const environment: Environment = process.env;

/** The environment for another process: this one's, and `more` unless it is set. */
export const environmentWith = (more: Environment): Environment => ({ ...more, ...environment });
