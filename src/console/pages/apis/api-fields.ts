import { t } from '../../messages/index.ts';
import type { Field } from '../../parts/fields.tsx';

const ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA'] as const;

/** What an API is called. */
export const nameFields = (): Field[] => [
  { name: 'name', label: t('api.name'), kind: 'text', required: true },
  { name: 'identifier', label: t('api.identifier'), help: t('api.identifierHelp'), kind: 'text', required: true },
  { name: 'description', label: t('api.description'), kind: 'area' },
];

/** Everything about an API but its scopes. */
export const apiFields = (): Field[] => [
  ...nameFields(),
  { name: 'logoUri', label: t('api.logoUri'), kind: 'text' },
  { name: 'tokenSeconds', label: t('api.tokenSeconds'), help: t('api.tokenSecondsHelp'), kind: 'number' },
  {
    name: 'signingAlg',
    label: t('api.signingAlg'),
    kind: 'choice',
    choices: ALGORITHMS.map((value) => ({ value, label: value })),
  },
  { name: 'requiresRole', label: t('api.requiresRole'), help: t('api.requiresRoleHelp'), kind: 'switch' },
  { name: 'isFirstParty', label: t('api.isFirstParty'), kind: 'switch' },
  { name: 'allowsRefreshTokens', label: t('api.allowsRefreshTokens'), kind: 'switch' },
  { name: 'tellsRoles', label: t('api.tellsRoles'), kind: 'switch' },
  { name: 'tellsGroups', label: t('api.tellsGroups'), kind: 'switch' },
  { name: 'tellsEntitlements', label: t('api.tellsEntitlements'), kind: 'switch' },
];

/** What is said about a scope. */
export const scopeFields = (): Field[] => [
  { name: 'name', label: t('scope.name'), kind: 'text', required: true },
  { name: 'description', label: t('scope.description'), kind: 'area' },
  { name: 'translations', label: t('scope.translations'), kind: 'translations' },
  { name: 'isDefault', label: t('scope.isDefault'), kind: 'switch' },
  { name: 'isOptional', label: t('scope.isOptional'), kind: 'switch' },
];
