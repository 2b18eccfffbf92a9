import { countLoader } from '../../kernel/entity-read.ts';
import { TotpFactor } from './totp-factor.entity.ts';

/** How many second factors users of the viewer's customer have: one or none. */
export const factorCountLoader = countLoader(TotpFactor, 'userId');
