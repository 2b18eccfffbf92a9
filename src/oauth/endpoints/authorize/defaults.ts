import type { LoginClient } from '../../../modules/logins/index.ts';
import type { Asked } from './attempt.ts';

/**
 * The request with what the client is registered to ask for where the request does not say (OpenID Connect Registration §2). A
 * flow has had it since it began.
 */
export function withDefaults(
  asked: Asked,
  { defaultAcrValues, defaultMaxAge }: Pick<LoginClient, 'defaultAcrValues' | 'defaultMaxAge'>,
): Asked {
  if (asked.flow) return asked;
  const parameters = new Map(asked.parameters);
  if (defaultMaxAge !== null && !parameters.has('max_age')) parameters.set('max_age', String(defaultMaxAge));
  if (defaultAcrValues.length > 0 && !parameters.has('acr_values'))
    parameters.set('acr_values', defaultAcrValues.join(' '));
  return { ...asked, parameters };
}
