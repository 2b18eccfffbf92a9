import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import { isSelf } from '../../../ground/kernel/access.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { auditPolicy, failedLoginsLoader, type FailedLogin } from '../../audit/index.ts';
import { passwordsLoader, type PasswordState } from '../../credentials/index.ts';
import { UserPayload, UserType } from '../../users/graphql/index.ts';
import { seesAll, type User } from '../../users/index.ts';
import { AccountLockService } from '../account-lock.service.ts';
import { setTemporaryPassword } from '../password-set.service.ts';
import { FailedSignInType, TemporaryPasswordPayload } from './sign-in.type.ts';

const ID_TEXT = { description: 'The user’s id.' };
const PRIVATE = 'Null to other members of the customer.';

/** Whether a user can sign in, and what helps one who cannot. */
@Resolver(() => UserType)
export class SignInResolver {
  @FieldResolver(() => Boolean, { nullable: true, description: `Whether the user has a password. ${PRIVATE}` })
  async hasPassword(@Root() { id }: User, @Ctx() ctx: RequestContext): Promise<boolean | null> {
    return (await passwordOf(id, ctx))?.hasPassword ?? null;
  }

  @FieldResolver(() => GraphQLDateTimeISO, {
    nullable: true,
    description: `Until when the user’s password signs in, if it is a temporary one, which the user replaces at the next sign-in. It may be over. ${PRIVATE}`,
  })
  async temporaryPasswordUntil(@Root() { id }: User, @Ctx() ctx: RequestContext): Promise<Date | null> {
    return (await passwordOf(id, ctx))?.temporaryUntil ?? null;
  }

  @FieldResolver(() => GraphQLDateTimeISO, {
    nullable: true,
    description: `Until when passwords or codes of the user are refused, because too many were wrong. A browser in which the user has signed in before waits for its own; the last of all counts. Null if none waits. ${PRIVATE}`,
  })
  async lockedUntil(@Root() user: User, @Ctx() ctx: RequestContext): Promise<Date | null> {
    return seesAll(ctx.viewer, user.id) ? ctx.get(AccountLockService).lockedUntil(user) : null;
  }

  @FieldResolver(() => FailedSignInType, {
    nullable: true,
    description:
      'The last sign-in of the user that failed, among the last 200 events about the user. Null to whoever may not read the audit trail, but the user.',
  })
  lastFailedSignIn(@Root() { id }: User, @Ctx() ctx: RequestContext): Promise<FailedLogin | null> | null {
    const sees = auditPolicy.reads(ctx.viewer) || isSelf(ctx.viewer, id);
    return sees ? ctx.loader(failedLoginsLoader).load(id) : null;
  }

  @Mutation(() => TemporaryPasswordPayload, {
    description:
      'Gives a user a temporary password, which works for 7 days. At the next sign-in the user replaces it before the login goes on. Ends the user’s sessions. Users cannot do so for themselves.',
  })
  setTemporaryPassword(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext) {
    return setTemporaryPassword(ctx, id);
  }

  @Mutation(() => UserPayload, {
    description:
      'Forgets a user’s wrong passwords and codes, so that the next one is taken at once, in any browser. It may be repeated.',
  })
  async unlockUser(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext) {
    return { user: await ctx.get(AccountLockService).unlock(id) };
  }
}

const passwordOf = async (id: string, ctx: RequestContext): Promise<PasswordState | null> =>
  seesAll(ctx.viewer, id) ? ctx.loader(passwordsLoader).load(id) : null;
