import type { RequestContext } from '../../ground/kernel/context.ts';
import { entityNamed } from '../../ground/kernel/entity.ts';
import type { AppError } from '../../ground/kernel/errors.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { readEach } from '../../ground/kernel/input.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import { User } from '../users/index.ts';
import { nameTaken, noOrganization } from './group.constraints.ts';
import { Group } from './group.entity.ts';
import { groupReaders, MEMBERS_MAX, type CreateGroup, type UpdateGroup } from './group.input.ts';
import type { GroupWrite } from './group.policy.ts';
import { unknownMember } from './membership.service.ts';

/**
 * What of the input contradicts what is stored, as far as it can be read. The constraints decide; this tells the rest of a
 * refusal. `id` is the group that is to change.
 */
export async function contradictions(
  ctx: RequestContext,
  { customerId }: GroupWrite,
  input: UpdateGroup & Pick<CreateGroup, 'memberIds'>,
  id?: string,
): Promise<AppError[]> {
  const em = ctx.em.fork({ keepTransactionContext: true });
  const { name, organizationId } = readEach(groupReaders(input)).values;
  const memberIds = (input.memberIds ?? []).slice(0, MEMBERS_MAX);
  const wanted = memberIds.filter(isUuid).map((userId) => userId.toLowerCase());
  const holder = name === undefined ? null : await em.findOne(Group, { customerId, name });
  const organization = organizationId && { customerId, id: organizationId };
  const isMissing = organization && (await em.count(entityNamed<Organization>('Organization'), organization)) === 0;
  const users = wanted.length === 0 ? [] : await em.find(User, { customerId, id: { $in: wanted } }, { fields: ['id'] });
  const known = new Set(users.map((user) => user.id));
  return [
    ...(holder && holder.id !== id?.toLowerCase() ? [nameTaken()] : []),
    ...(isMissing ? [noOrganization()] : []),
    ...memberIds.flatMap((userId, place) =>
      isUuid(userId) && !known.has(userId.toLowerCase()) ? [unknownMember(place)] : [],
    ),
  ];
}
