import { Field, ID, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { SessionView } from './session.words.ts';

@ObjectType('Session', {
  simpleResolvers: true,
  description: 'A login of a user in one browser. Ending it ends every token that came of it.',
})
export class SessionType implements Omit<SessionView, 'customerId' | 'userAgent'> {
  @Field(() => ID, { description: 'The id of the session; the `sid` of its tokens.' })
  id!: string;

  @Field(() => ID, { description: 'The user who is signed in.' })
  userId!: string;

  @Field(() => String, { description: 'The address the user signed in from.' })
  ipAddress!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When the session was last used, to the minute.' })
  lastAccessed!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When the session ends at the latest.' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When the user first signed in with it.' })
  createdAt!: Date;

  @Field(() => String, { description: 'Browser and system, such as “Firefox on Linux”.' })
  deviceName!: string;

  @Field(() => String, { description: 'Where the address is, such as “Berlin, Germany”; else “Unknown”.' })
  location!: string;

  @Field(() => Boolean, { description: 'Whether it is the session that asks.' })
  isCurrent!: boolean;
}
