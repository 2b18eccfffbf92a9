import { userOf } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import {
  attributePolicy,
  definitionsLoader,
  type AttributeDefinition,
  type GivenAttribute,
  type StoredValue,
} from '../attributes/index.ts';
import { userErrors } from './errors.ts';
import { User } from './user.entity.ts';
import type { UpdateUser } from './user.input.ts';
import { UserService } from './user.service.ts';

/** An attribute that the user may see of themself. */
export interface ProfileAttribute {
  readonly definition: AttributeDefinition;
  /** Null without a value. */
  readonly value: StoredValue | null;
  readonly isEditable: boolean;
}

/** A user's own data. */
export interface Profile {
  readonly user: User;
  readonly attributes: readonly ProfileAttribute[];
}

/** What users see and change of themselves. */
export class ProfileService {
  constructor(private readonly ctx: RequestContext) {}

  /** The viewer, with all attributes that they may see, set or not, in the order of the names. */
  async own(): Promise<Profile> {
    const [user, definitions] = await Promise.all([this.stored(), this.ctx.loader(definitionsLoader).load('user')]);
    const attributes = definitions
      .filter((definition) => attributePolicy.sees(definition, 'owner'))
      .map((definition) => ({
        definition,
        value: user.attributes[definition.id] ?? null,
        isEditable: attributePolicy.changes(definition, 'owner'),
      }));
    return { user, attributes };
  }

  /** Changes the viewer. Throws what `UserService.update` throws. */
  async change(changes: UpdateUser, attributes: readonly GivenAttribute[], expectedVersion: number): Promise<void> {
    const { userId } = userOf(this.ctx.viewer);
    await this.ctx.get(UserService).update(userId, { ...changes, attributes }, expectedVersion);
  }

  private async stored(): Promise<User> {
    const { customerId, userId: id } = userOf(this.ctx.viewer);
    const options = { populate: ['attributes'], disableIdentityMap: true } as const;
    const user = await this.ctx.em.findOne(User, { id, customerId }, options);
    if (!user) throw userErrors.USER_NOT_FOUND();
    return user;
  }
}
