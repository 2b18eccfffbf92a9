import { BULK_MAX } from '../../ground/kernel/bulk.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { isUuid, readId, readIds } from '../../ground/kernel/ids.ts';
import { readAll, readItems } from '../../ground/kernel/input.ts';
import { readClientId } from '../clients/index.ts';
import type { HolderKind } from './role-holders.ts';
import type { RoleKind } from './role.entity.ts';

/** The most holders of one operation. */
export const HOLDERS_MAX = BULK_MAX;
/** The most roles of a user, a group or a client. One that it has for two organizations counts twice. */
export const ASSIGNMENTS_MAX = 1000;

/** Who is to have a role or to lose it. */
export interface Holders {
  readonly userIds?: readonly string[] | null;
  readonly groupIds?: readonly string[] | null;
  readonly clientIds?: readonly string[] | null;
  /** The organization for which it is. Null for everywhere. */
  readonly organizationId?: string | null;
}

/** Who is to have a role, and until when. */
export interface RoleGift extends Holders {
  /** Null for no end. If it is left out, an assignment that there is keeps its end. */
  readonly expiresAt?: Date | null;
}

/** One holder of a list. */
export interface Holder {
  readonly kind: HolderKind;
  readonly id: string;
}

/** A key of a holder, for maps. */
export const keyOfHolder = ({ kind, id }: Holder): string => `${kind} ${id}`;

/** Reads who is to have or to lose a role of this kind. A role of the template of organizations needs one. */
export function readHolders({ userIds, groupIds, clientIds, organizationId }: Holders, kind: RoleKind) {
  const read = readAll({
    user: () => readIds('userIds', userIds ?? [], HOLDERS_MAX),
    group: () => readIds('groupIds', groupIds ?? [], HOLDERS_MAX),
    client: () => readClientIds(clientIds ?? []),
    organizationId: () => {
      if (kind === 'organization' && !organizationId) throw fault('organizationId', 'missing');
      return organizationId ? readId('organizationId', organizationId) : null;
    },
  });
  const holders: Holder[] = (['user', 'group', 'client'] as const).flatMap((each) =>
    read[each].map((id) => ({ kind: each, id })),
  );
  if (holders.length > HOLDERS_MAX) throw fault('input', 'too_many', { max: HOLDERS_MAX });
  if (holders.length === 0) throw fault('input', 'one_of_fields', { fields: ['userIds', 'groupIds', 'clientIds'] });
  return { holders, organizationId: read.organizationId };
}

function readClientIds(ids: readonly string[]): string[] {
  if (ids.length > HOLDERS_MAX) throw fault('clientIds', 'too_many', { max: HOLDERS_MAX });
  const read = readItems(ids, (id, n) => readClientId(`clientIds.${n}`, id));
  return [...new Set(read.map((id) => (isUuid(id) ? id.toLowerCase() : id)))];
}

/** Reads when an assignment ends, which is yet to come. */
export function readEnd(
  { expiresAt }: Pick<RoleGift, 'expiresAt'>,
  now: Date,
  field = 'expiresAt',
): Date | null | undefined {
  if (expiresAt && expiresAt <= now) throw fault(field, 'future');
  if (expiresAt && expiresAt.getUTCFullYear() > 9999) throw fault(field, 'year', { min: 1, max: 9999 });
  return expiresAt;
}
