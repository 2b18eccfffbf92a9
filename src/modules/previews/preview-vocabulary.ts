/** Why a claim is in a document, or is not. */
export const CLAIM_REASONS = [
  'always',
  'login',
  'scope',
  'attribute',
  'client_setting',
  'api_setting',
  'scope_not_allowed',
  'scope_not_asked',
  'scope_not_granted',
  'client_setting_off',
  'api_setting_off',
  'no_api',
  'no_value',
  'no_organization',
  'hidden_from_client',
  'too_long',
  'request',
] as const;

/** Why a scope is granted, or is not. */
export const SCOPE_OUTCOMES = [
  'granted',
  'role',
  'unknown',
  'not_allowed',
  'no_role',
  'declined',
  'other_api',
  'administrators_only',
  'not_at_api',
  'not_for_users',
] as const;

/** What stands between the user and the tokens. */
export const OBSTACLES = [
  'user_disabled',
  'client_disabled',
  'no_sign_in',
  'email_unverified',
  'second_factor',
  'second_factor_setup',
  'level',
  'scope',
  'resource',
  'organization_scope',
  'not_in_organization',
  'organization_choice',
  'consent',
] as const;

/** Why there is no document. */
export const WITHHELD = ['nothing_granted', 'no_openid', 'other_resource', 'public_client'] as const;
