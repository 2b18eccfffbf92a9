import { t } from '../../messages/index.ts';
import type { Field } from '../../parts/fields.tsx';

/** What is said about a group. */
export const groupFields = (organization?: string): Field[] => [
  { name: 'name', label: t('group.name'), kind: 'text', required: true, help: t('group.nameHelp') },
  { name: 'description', label: t('group.description'), kind: 'area' },
  {
    name: 'organizationId',
    label: t('user.organization'),
    help: t('group.organizationHelp'),
    kind: 'pick',
    type: 'ORGANIZATION',
    valueName: organization,
  },
];
