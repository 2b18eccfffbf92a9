import { Field, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { Node, payloadType } from '../../../ground/kernel/graphql/types.ts';
import type { RememberedDevice } from '../remembered-device.entity.ts';

@ObjectType('RememberedDevice', {
  implements: Node,
  description:
    'A browser in which a user has asked not to be asked for the second factor again. It stands for the factor until it expires, the password or a factor changes, or it is forgotten.',
})
export class RememberedDeviceType extends Node implements Partial<Columns<RememberedDevice>> {
  @Field(() => String, { simple: true, description: 'The IP address of the last use.' })
  ipAddress!: string;

  @Field(() => GraphQLDateTimeISO, { simple: true, description: 'When the second factor was given.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { simple: true, description: 'When it was last used to sign in.' })
  lastUsedAt!: Date;

  @Field(() => GraphQLDateTimeISO, { simple: true, description: 'When the second factor is asked for again.' })
  expiresAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A device that is no longer remembered.' })
export class RememberedDevicePayload extends payloadType(
  'device',
  () => RememberedDeviceType,
  'The device as it was.',
) {}

@ObjectType({ simpleResolvers: true, description: 'Devices that are no longer remembered.' })
export class RememberedDevicesPayload {
  @Field(() => Int, { description: 'How many devices there were.' })
  count!: number;
}
