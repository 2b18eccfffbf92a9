import { Arg, Ctx, Field, Mutation, ObjectType, registerEnumType, Resolver } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { RequestContext } from '../../kernel/context.ts';
import type { ExportFormat, ExportKind } from './export-link.entity.ts';
import { ExportService, LINK_SECONDS, type ExportAnswer } from './export.service.ts';

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
    description: `Makes a link that downloads everything of a kind, once and within ${LINK_SECONDS / 60} minutes. The download is a stream.`,
  })
  requestExport(
    @Arg('kind', () => KindEnum, { description: 'What to export.' }) kind: ExportKind,
    @Arg('format', () => FormatEnum, { description: 'The format of the file.' }) format: ExportFormat,
    @Ctx() ctx: RequestContext,
  ): Promise<ExportAnswer> {
    return ctx.get(ExportService).request(kind, format);
  }
}
