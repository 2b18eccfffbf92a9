import { Field, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { Node, payloadType } from '../../../ground/kernel/graphql/types.ts';
import type { Passkey } from '../passkey.entity.ts';

@ObjectType('Passkey', {
  implements: Node,
  simpleResolvers: true,
  description: 'A passkey of a user (WebAuthn). It signs in alone, or after the password.',
})
export class PasskeyType extends Node implements Partial<Columns<Passkey>> {
  @Field(() => String, { description: 'The name that the user has given it.' })
  name!: string;

  @Field(() => Boolean, {
    description: 'Whether it can be copied to other devices of its user. If not, it is lost with its device.',
  })
  isSyncable!: boolean;

  @Field(() => Boolean, { description: 'Whether it was copied, as its device said at the last use.' })
  isSynced!: boolean;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was added.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it was last used. Null if it never was.' })
  lastUsedAt!: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'A passkey that was changed or removed.' })
export class PasskeyPayload extends payloadType('passkey', () => PasskeyType, 'The passkey.') {}
