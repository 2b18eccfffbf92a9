import { Arg, Ctx, Field, InputType, Mutation, ObjectType, registerEnumType, Resolver } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { whereType } from '../../../ground/lists/graphql/conditions.ts';
import { auditEventListing } from '../../audit/index.ts';
import { clientFilter } from '../../clients/index.ts';
import { groupFilter } from '../../groups/index.ts';
import { userFilter } from '../../users/index.ts';
import type { ExportFormat, ExportKind } from '../export-link.entity.ts';
import type { ExportWhere } from '../export-rows.ts';
import { ExportService, LINK_SECONDS, type ExportAnswer } from '../export.service.ts';

const KindEnum = {
  USERS: 'users',
  GROUPS: 'groups',
  MEMBERSHIPS: 'memberships',
  CLIENTS: 'clients',
  AUDIT_EVENTS: 'audit_events',
} as const satisfies Record<string, ExportKind>;
registerEnumType(KindEnum, {
  name: 'ExportKind',
  description: 'What an export has.',
  valuesConfig: {
    USERS: { description: 'The users, without passwords.' },
    GROUPS: { description: 'The groups.' },
    MEMBERSHIPS: { description: 'Who is in which group.' },
    CLIENTS: { description: 'The clients, without secrets.' },
    AUDIT_EVENTS: { description: 'The audit trail. Requires the scope admin.' },
  },
});

const FormatEnum = { CSV: 'csv', JSON_LINES: 'jsonl' } as const satisfies Record<string, ExportFormat>;
registerEnumType(FormatEnum, {
  name: 'ExportFormat',
  description: 'The format of an export.',
  valuesConfig: {
    CSV: { description: 'Comma-separated values (RFC 4180) in UTF-8, with the names of the columns first.' },
    JSON_LINES: { description: 'A JSON object on each line, in UTF-8.' },
  },
});

@InputType('ExportWhere', {
  description: 'Which rows an export has: conditions of its kind, as the list of the kind takes them.',
})
export class ExportWhereInput implements ExportWhere {
  @Field(() => whereType(userFilter), { nullable: true, description: 'For an export of users.' })
  users?: object | null;

  @Field(() => whereType(groupFilter), { nullable: true, description: 'For an export of groups.' })
  groups?: object | null;

  @Field(() => whereType(clientFilter), { nullable: true, description: 'For an export of clients.' })
  clients?: object | null;

  @Field(() => whereType(auditEventListing.filter), {
    nullable: true,
    description: 'For an export of the audit trail.',
  })
  auditEvents?: object | null;
}

@ObjectType({ simpleResolvers: true, description: 'Where an export can be downloaded.' })
export class ExportPayload implements ExportAnswer {
  @Field(() => String, {
    description: 'A link that downloads the export once. Whoever has it needs no access token.',
  })
  downloadUrl!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'Until when the link can be used.' })
  expiresAt!: Date;
}

@Resolver()
export class ExportResolver {
  @Mutation(() => ExportPayload, {
    description: `Makes a link that downloads everything of a kind, or what \`where\` finds of it, once and within ${LINK_SECONDS / 60} minutes. The download is a stream.`,
  })
  requestExport(
    @Arg('kind', () => KindEnum, { description: 'What to export.' }) kind: ExportKind,
    @Arg('format', () => FormatEnum, { description: 'The format of the file.' }) format: ExportFormat,
    @Arg('where', () => ExportWhereInput, {
      nullable: true,
      description: 'Which rows. By default all. Memberships cannot be filtered.',
    })
    where: ExportWhereInput | null | undefined,
    @Ctx() ctx: RequestContext,
  ): Promise<ExportAnswer> {
    return ctx.get(ExportService).request(kind, format, where);
  }
}
