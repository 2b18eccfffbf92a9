import { explained } from '../../ground/kernel/constraints.ts';
import { attributeMeanings } from '../attributes/index.ts';

/** What violations of the database's constraints mean. */
export const explain = explained(attributeMeanings);
