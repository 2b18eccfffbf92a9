import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Site } from '../../../ground/http/site.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ConnectionArgs } from '../../../ground/lists/graphql/connection.ts';
import { Creates } from '../../../ground/kernel/graphql/types.ts';
import { readAhead } from '../../../ground/kernel/graphql/read-ahead.ts';
import { ATTRIBUTE, type ImportField } from '../columns.ts';
import type { ImportStatus, UserImport } from '../user-import.entity.ts';
import { UserImportService } from '../user-import.service.ts';
import {
  CreateUserImportInput,
  UserImportColumnType,
  UserImportConnection,
  UserImportFaultConnection,
  UserImportPayload,
  UserImportStateEnum,
  UserImportType,
} from './user-import.type.ts';

/** They are read with the import. */
const COLUMNS_COST = 10;
const ID_TEXT = { description: 'The import’s id.' };

@Resolver(() => UserImportType)
export class UserImportResolver {
  @Query(() => UserImportType, { nullable: true, description: 'The import with this id, or null.' })
  userImport(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext): Promise<UserImport | null> {
    return ctx.get(UserImportService).find(id);
  }

  @Query(() => UserImportConnection, { description: 'The customer’s imports of the last days, newest first.' })
  userImports(@Args(() => ConnectionArgs) page: ConnectionArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(UserImportService).list(page);
  }

  @Creates()
  @Mutation(() => UserImportPayload, {
    description:
      'Prepares an import of users. It begins when whoever has created it has sent the file to `uploadUrl` by PUT.',
  })
  async createUserImport(
    @Arg('input', () => CreateUserImportInput, { description: 'What to import.' }) input: CreateUserImportInput,
    @Ctx() ctx: RequestContext,
  ) {
    return { userImport: await ctx.get(UserImportService).create(input) };
  }

  @Mutation(() => UserImportPayload, {
    description: 'Ends an import that is not over. Users that it has created or changed stay as they are.',
  })
  async cancelUserImport(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext) {
    return { userImport: await ctx.get(UserImportService).cancel(id) };
  }

  @Mutation(() => UserImportPayload, {
    description:
      'Deletes an import that is not running, with its faults and its file. Users that it has created or changed stay as they are.',
  })
  async deleteUserImport(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    await readAhead(ctx, info, 'userImport', () => ctx.get(UserImportService).find(id));
    return { userImport: await ctx.get(UserImportService).delete(id) };
  }

  @FieldResolver(() => UserImportStateEnum, { description: 'How far it is.' })
  state(@Root() { status }: UserImport): ImportStatus {
    return status;
  }

  @FieldResolver(() => [UserImportColumnType], {
    complexity: COLUMNS_COST,
    description:
      'The columns of the file, at most 200, and what each is read as. Also those of a file that was refused because of its columns. Empty before a file was sent.',
  })
  columns(@Root() found: UserImport, @Ctx() ctx: RequestContext): UserImportColumnType[] {
    return ctx
      .get(UserImportService)
      .columnsOf(found)
      .map(({ field, ...column }) => {
        const isAttribute = field?.startsWith(ATTRIBUTE) ?? false;
        return {
          ...column,
          field: isAttribute ? null : (field as ImportField | null),
          attribute: isAttribute ? field!.slice(ATTRIBUTE.length) : null,
        };
      });
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Where to send the file by PUT, with the same access token. Null if the file is there.',
  })
  uploadUrl(@Root() { id, status }: UserImport, @Ctx() { runtime }: RequestContext): string | null {
    return status === 'awaiting_file' ? `${runtime.get(Site).issuer}/imports/${id}/file` : null;
  }

  @FieldResolver(() => UserImportFaultConnection, {
    description: 'What is wrong with rows, in the order of the rows: the first ten thousand faults.',
  })
  faults(@Root() found: UserImport, @Args(() => ConnectionArgs) page: ConnectionArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(UserImportService).faults(found, page);
  }
}
