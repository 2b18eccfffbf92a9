import type { Verified } from './verified.ts';
import { gateways } from './verifiers-gateways.ts';
import { services } from './verifiers-services.ts';

/** What to write into the API's server or its gateway, by what is used there. */
export const verifiersOf = (api: Verified): [name: string, text: string][] =>
  Object.entries({ ...services, ...gateways }).map(([name, text]) => [name, text(api)]);
