import { Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { connectionType, edgeType, OWN_COUNT_COST } from '../../../ground/lists/graphql/connection.ts';
import { Node, payloadType } from '../../../ground/kernel/graphql/types.ts';
import type { Session } from '../session.entity.ts';

@ObjectType('Session', {
  implements: Node,
  simpleResolvers: true,
  description:
    'A login of a user in one browser. Its tokens have its id as `sid`. Ending a session ends all its tokens.',
})
export class SessionType extends Node implements Partial<Columns<Session>> {
  @Field(() => ID, { description: 'The user who is signed in.' })
  userId!: string;

  @Field(() => String, { description: 'The IP address that the user signed in from.' })
  ipAddress!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When the session was last used, to the minute.' })
  lastAccessedAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When the session ends at the latest.' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When the session started.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A session and its place in the list.' })
class SessionEdge extends edgeType(() => SessionType) {}

@ObjectType({ description: 'A page of sessions.' })
export class SessionConnection extends connectionType(() => SessionEdge, OWN_COUNT_COST) {}

@ObjectType({ simpleResolvers: true, description: 'A session that was ended.' })
export class SessionPayload extends payloadType('session', () => SessionType, 'The session as it was.') {}

@ObjectType({ simpleResolvers: true, description: 'Sessions that were ended.' })
export class SessionsPayload {
  @Field(() => Int, { description: 'How many sessions were ended.' })
  count!: number;
}
