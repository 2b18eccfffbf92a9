import { Ctx, Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import type { AnyParameters, Rule } from '../../../ground/faults/index.ts';
import { columnName, type Columns as ColumnsOf } from '../../../ground/kernel/entity.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ErrorCodeEnum, FaultRuleEnum } from '../../../ground/kernel/graphql/error-type.ts';
import { documentationOf, type ErrorCode } from '../../../ground/kernel/errors.ts';
import { connectionType, edgeType, OWN_COUNT_COST } from '../../../ground/lists/graphql/connection.ts';
import { Node, payloadType } from '../../../ground/kernel/graphql/types.ts';
import { DefaultsTo, Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import type { Existing } from '../../accounts/index.ts';
import { TEXT_FIELDS, USER_FIELDS } from '../../users/index.ts';
import { IMPORT_FIELDS, type ImportField, type ImportFormat } from '../columns.ts';
import { ENCODINGS, type FileEncoding } from '../file-text.ts';
import { BASE64_PATTERN, FIREBASE_MAX, type FirebaseHash } from '../firebase.ts';
import {
  COLUMN_NAME_MAX,
  COLUMNS_MAX,
  IMPORT_DEFAULTS,
  type CreateUserImport,
  type GivenColumn,
} from '../user-import.service.ts';
import type { ImportStatus, UserImport } from '../user-import.entity.ts';
import type { UserImportFault } from '../user-import-fault.entity.ts';

const FormatEnum = { CSV: 'csv', JSON_LINES: 'jsonl', FIREBASE_CSV: 'firebase' } as const satisfies Record<
  string,
  ImportFormat
>;
registerEnumType(FormatEnum, {
  name: 'UserImportFormat',
  description: 'The format of a file with users.',
  valuesConfig: {
    CSV: { description: 'Comma-separated values (RFC 4180). The first row has the names of the columns.' },
    JSON_LINES: { description: 'A JSON object on each line.' },
    FIREBASE_CSV: {
      description:
        'CSV of `firebase auth:export`, which has no row of names. `firebase` has the parameters of its hashes.',
    },
  },
});

const fieldName = (field: ImportField): string => columnName(field).toUpperCase();
const FieldEnum = Object.fromEntries(IMPORT_FIELDS.map((field) => [fieldName(field), field]));
registerEnumType(FieldEnum, {
  name: 'UserImportField',
  description: 'What an import reads of a user.',
  valuesConfig: {
    EMAIL: { description: 'The address, by which users are found. Required.' },
    EMAIL_VERIFIED: { description: 'Whether the address counts as verified. True requires the scope admin.' },
    ...Object.fromEntries(
      TEXT_FIELDS.map((field) => [fieldName(field), { description: USER_FIELDS[field].description }]),
    ),
    ROLE: { description: 'member or admin. An administrator requires the scope admin and a recent sign-in.' },
    ADMINISTRATION: {
      description:
        'auditor or help_desk, for members who administer something. Requires the scope admin and a recent sign-in.',
    },
    IS_ACTIVE: {
      description:
        'Whether the user can sign in: true, false, or a state such as active, blocked or suspended. Several columns can say so; then all must.',
    },
    PASSWORD_HASH: {
      description:
        'The password as another system hashed it, in one of the encodings that the documentation of imports lists. Requires the scope admin and a recent sign-in. A user who has a password keeps it.',
    },
    PASSWORD_SALT: {
      description: 'The salt of a hash of Firebase. Only read if the import has `firebase`.',
    },
    ORGANIZATION: { description: 'The name of the organization.' },
    GROUPS: { description: 'The names of groups to join: a list, or a text with semicolons between the names.' },
    ROLES: {
      description:
        'The roles to give: a list, or a text with semicolons between them. A role of an API is named by the API’s identifier, a space and its name. Requires the scope admin.',
    },
  },
});

const ExistingEnum = { UPDATE: 'update', SKIP: 'skip', REFUSE: 'refuse' } as const satisfies Record<string, Existing>;
registerEnumType(ExistingEnum, {
  name: 'ExistingUsers',
  description: 'What an import does with users who exist already, by their addresses.',
  valuesConfig: {
    UPDATE: { description: 'Changes what the row has, and leaves the rest as it is.' },
    SKIP: { description: 'Leaves them as they are.' },
    REFUSE: { description: 'Reports a fault.' },
  },
});

export const UserImportStateEnum = {
  AWAITING_FILE: 'awaiting_file',
  RUNNING: 'running',
  DONE: 'done',
  FAILED: 'failed',
  CANCELED: 'canceled',
} as const satisfies Record<string, ImportStatus>;
registerEnumType(UserImportStateEnum, {
  name: 'UserImportState',
  description: 'How far an import is.',
  valuesConfig: {
    AWAITING_FILE: { description: 'Its file was not uploaded yet.' },
    RUNNING: { description: 'It is in progress, or about to begin.' },
    DONE: { description: 'Every row was handled. Some may have faults.' },
    FAILED: { description: 'It ended early, for the reason in `failure`. What was imported stays.' },
    CANCELED: { description: 'Somebody ended it. What was imported stays.' },
  },
});

@InputType({ description: 'Which field a column of the file is.' })
export class UserImportColumnInput implements GivenColumn {
  @Fulfills({ maxLength: COLUMN_NAME_MAX })
  @Field(() => String, { description: 'The name of the column: its cell in the first row of CSV, or the key in JSON.' })
  column!: string;

  @Field(() => FieldEnum, { nullable: true, description: 'The field. Null for a column that is not read.' })
  field?: ImportField | null;

  @Fulfills({ maxLength: COLUMN_NAME_MAX })
  @Field(() => String, {
    nullable: true,
    description:
      'The name of an attribute of users, instead of a field. Columns like `attributes.costCenter` need none.',
  })
  attribute?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the column says the opposite of the field, as `blocked` does of IS_ACTIVE. For IS_ACTIVE and EMAIL_VERIFIED. False by default.',
  })
  negated?: boolean | null;
}

@InputType({
  description:
    'How a project of Firebase hashes passwords: what its console shows. It is kept encrypted, and deleted when the file is there or the import is over. Hashes that were imported have it until they are replaced.',
})
export class FirebaseHashInput implements FirebaseHash {
  @Fulfills({ minLength: 1, maxLength: FIREBASE_MAX.signerKey, pattern: BASE64_PATTERN })
  @Field(() => String, { description: 'The signer key (`base64_signer_key`).' })
  signerKey!: string;

  @Fulfills({ maxLength: FIREBASE_MAX.saltSeparator, pattern: BASE64_PATTERN })
  @Field(() => String, { description: 'The salt separator (`base64_salt_separator`).' })
  saltSeparator!: string;

  @Fulfills({ minimum: 1, maximum: FIREBASE_MAX.rounds })
  @Field(() => Int, { description: 'The rounds (`rounds`).' })
  rounds!: number;

  @Fulfills({ minimum: 1, maximum: FIREBASE_MAX.memoryCost })
  @Field(() => Int, { description: 'The cost of memory (`mem_cost`).' })
  memoryCost!: number;
}

@DefaultsTo(IMPORT_DEFAULTS)
@InputType({ description: 'An import of users.' })
export class CreateUserImportInput implements CreateUserImport {
  @Field(() => FormatEnum, { description: 'The format of the file.' })
  format!: ImportFormat;

  @Fulfills({ maxLength: 1, pattern: String.raw`[,;\t\|]` })
  @Field(() => String, {
    nullable: true,
    description:
      'What separates the cells of CSV: a comma, a semicolon, a tab or a vertical bar. By default what the first row has most often.',
  })
  delimiter?: string | null;

  @Fulfills({ maxLength: 20, pattern: ENCODINGS.join('|') })
  @Field(() => String, {
    nullable: true,
    description: `The encoding of the file: ${ENCODINGS.join(', ')}. By default the one that is found, of the first four.`,
  })
  encoding?: string | null;

  @Field(() => FirebaseHashInput, {
    nullable: true,
    description: 'The parameters of hashes of Firebase, whose salts are in a column.',
  })
  firebase?: FirebaseHashInput | null;

  @Fulfills({ maxItems: COLUMNS_MAX })
  @Field(() => [UserImportColumnInput], {
    nullable: true,
    description: `Which columns are which fields: at most ${COLUMNS_MAX}. Other columns go by their names, such as \`email\`, \`given_name\` or \`givenName\`.`,
  })
  columns?: UserImportColumnInput[] | null;

  @Field(() => ExistingEnum, { nullable: true, description: 'What happens to users who exist. UPDATE by default.' })
  existing?: Existing | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'If true, nothing changes: the import only counts and reports faults. False by default.',
  })
  dryRun?: boolean | null;
}

@ObjectType('UserImportFault', { simpleResolvers: true, description: 'What is wrong with a row of an import.' })
export class UserImportFaultType implements Partial<ColumnsOf<UserImportFault>> {
  @Field(() => Int, { description: 'The number of the row, from 1. In CSV, row 1 has the names of the columns.' })
  row!: number;

  @Field(() => String, { nullable: true, description: 'The path of the field, such as `email` or `groups.1`.' })
  path!: string | null;

  @Field(() => ErrorCodeEnum, { description: 'The code, such as `USER_EMAIL_TAKEN`.' })
  code!: ErrorCode;

  @Field(() => FaultRuleEnum, { nullable: true, description: 'The rule that is broken. Null if the code says it all.' })
  rule!: Rule | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'The parameters of the rule, such as `max`, by their names. Null without a rule.',
  })
  parameters!: AnyParameters | null;

  @Field(() => String, { description: 'What is wrong, in a sentence.' })
  message!: string;

  @Field(() => String, { simple: false, description: 'The address of the code’s documentation.' })
  documentation(@Ctx() { settings }: RequestContext): string {
    return documentationOf(settings, this.code);
  }
}

@ObjectType({ simpleResolvers: true, description: 'A fault and its place in the list.' })
class UserImportFaultEdge extends edgeType(() => UserImportFaultType) {}

@ObjectType({ description: 'A page of the faults of an import.' })
export class UserImportFaultConnection extends connectionType(() => UserImportFaultEdge, OWN_COUNT_COST) {}

@ObjectType('UserImportColumn', {
  simpleResolvers: true,
  description: 'A column of a file of users, and what it is read as.',
})
export class UserImportColumnType {
  @Field(() => String, { description: 'The name of the column.' })
  column!: string;

  @Field(() => FieldEnum, { nullable: true, description: 'The field. Null for an attribute, and if nothing is read.' })
  field!: ImportField | null;

  @Field(() => String, { nullable: true, description: 'The name of the attribute, if it is one.' })
  attribute!: string | null;

  @Field(() => Boolean, { description: 'Whether the column says the opposite of the field.' })
  negated!: boolean;

  @Field(() => [String], {
    description:
      'Some of its values, at most three. Only of dry runs, for those who may import, and not of columns that may have passwords, hashes or salts.',
  })
  samples!: readonly string[];
}

@ObjectType('UserImport', { implements: Node, description: 'An import of users from a file, and its progress.' })
export class UserImportType extends Node implements Partial<ColumnsOf<UserImport>> {
  @Field(() => FormatEnum, { simple: true, description: 'The format of the file.' })
  format!: ImportFormat;

  @Field(() => ExistingEnum, { simple: true, description: 'What happens to users who exist already.' })
  existing!: Existing;

  @Field(() => Boolean, { simple: true, description: 'Whether it changes nothing.' })
  dryRun!: boolean;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description:
      'What separates the cells of CSV, as it was given or found. Null before the file is there, and for JSON.',
  })
  delimiter!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'The encoding of the file, such as utf-8, as it was given or found. Null before the file is there.',
  })
  encoding!: FileEncoding | null;

  @Field(() => [String], { simple: true, description: 'Columns of the file that nothing is read from.' })
  ignoredColumns!: string[];

  @Field(() => Int, {
    simple: true,
    nullable: true,
    description: 'How many rows the file has. Null before it is there.',
  })
  totalRows!: number | null;

  @Field(() => Int, { simple: true, description: 'How many rows were handled so far.' })
  processedRows!: number;

  @Field(() => Int, { simple: true, description: 'How many users were created, or would be.' })
  createdCount!: number;

  @Field(() => Int, { simple: true, description: 'How many users were changed, or would be.' })
  updatedCount!: number;

  @Field(() => Int, { simple: true, description: 'How many users were already as their rows say.' })
  unchangedCount!: number;

  @Field(() => Int, { simple: true, description: 'How many rows were left out because their users exist.' })
  skippedCount!: number;

  @Field(() => Int, { simple: true, description: 'How many rows have faults.' })
  faultyCount!: number;

  @Field(() => ErrorCodeEnum, { simple: true, nullable: true, description: 'The error code of why it failed.' })
  failure!: ErrorCode | null;

  @Field(() => GraphQLDateTimeISO, { simple: true, description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { simple: true, nullable: true, description: 'When its file was there.' })
  startedAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, { simple: true, nullable: true, description: 'When it was over.' })
  finishedAt!: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'An import and its place in the list.' })
class UserImportEdge extends edgeType(() => UserImportType) {}

@ObjectType({ description: 'A page of imports.' })
export class UserImportConnection extends connectionType(() => UserImportEdge) {}

@ObjectType({ simpleResolvers: true, description: 'An import that was created, canceled or deleted.' })
export class UserImportPayload extends payloadType('userImport', () => UserImportType, 'The import.') {}
