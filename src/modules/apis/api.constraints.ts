import { explained } from '../../ground/kernel/constraints.ts';
import { apiErrors } from './errors.ts';

export const identifierTaken = (cause?: unknown) => apiErrors.API_IDENTIFIER_TAKEN({ field: 'identifier', cause });
export const scopeNameTaken = (field: string, cause?: unknown) => apiErrors.API_SCOPE_NAME_TAKEN({ field, cause });

/** What violations of the database's constraints mean. Constraints decide between simultaneous requests. */
export const explain = explained({
  apis_customer_id_identifier_key: identifierTaken,
  api_scopes_api_id_name_key: (cause) => scopeNameTaken('name', cause),
});
