import { Pill, Title } from '@mantine/core';
import type { TypeOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { Picker } from '../picker.tsx';
import { useFoundRoles } from '../found-roles.ts';
import { SearchSelect } from '../search-select.tsx';

/** A group or a role that the question adds or removes. */
export interface Supposition {
  readonly change: 'addGroup' | 'removeGroup' | 'addRole' | 'removeRole';
  readonly id: string;
  readonly name: string;
  /** For which organization a role is. */
  readonly organizationId: string | null;
}

/** All suppositions, as the schema takes them. Null if nothing is supposed. */
export function whatIfOf(supposed: readonly Supposition[]): TypeOf<'AccessWhatIfInput'> | null {
  if (supposed.length === 0) return null;
  const of = (change: Supposition['change']) => supposed.filter((each) => each.change === change);
  const role = ({ id, organizationId }: Supposition) => ({ accessRoleId: id, organizationId });
  return {
    addGroupIds: of('addGroup').map(({ id }) => id),
    removeGroupIds: of('removeGroup').map(({ id }) => id),
    addRoles: of('addRole').map(role),
    removeRoles: of('removeRole').map(role),
  };
}

/** These suppositions with another one. Whatever was supposed of the same before is forgotten. */
export const withSupposition = (supposed: readonly Supposition[], next: Supposition): readonly Supposition[] => [
  ...supposed.filter(({ id, organizationId }) => id !== next.id || organizationId !== next.organizationId),
  next,
];

interface SuppositionsProps {
  kind: TypeOf<'RoleHolderKind'>;
  /** For which organization is asked. */
  organizationId: string | null;
  supposed: readonly Supposition[];
  onChange: (supposed: readonly Supposition[]) => void;
}

/** What the question supposes, and what adds a group or a role to that. */
export function Suppositions({ kind, organizationId, supposed, onChange }: SuppositionsProps) {
  const add = (next: Supposition): void => onChange(withSupposition(supposed, next));
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        {t('whatIf')}
      </Title>
      <div className="toolbar">
        {kind !== 'CLIENT' && (
          <Picker
            label={t('whatIf.addGroup')}
            type="GROUP"
            value={null}
            onPick={(id, name) => id && add({ change: 'addGroup', id, name, organizationId: null })}
          />
        )}
        <SearchSelect
          label={t('whatIf.addRole')}
          value={null}
          useFound={useFoundRoles}
          onPick={(id, name) => id && add({ change: 'addRole', id, name, organizationId })}
        />
      </div>
      <Pill.Group>
        {supposed.map((each) => (
          <Pill
            key={`${each.change} ${each.id} ${each.organizationId}`}
            withRemoveButton
            onRemove={() => onChange(supposed.filter((other) => other !== each))}
            removeButtonProps={{
              'aria-label': t('whatIf.forget', { name: each.name }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
          >
            {t(`whatIf.${each.change}.is`, { name: each.name })}
          </Pill>
        ))}
      </Pill.Group>
    </section>
  );
}
