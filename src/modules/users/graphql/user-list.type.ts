import { ObjectType } from 'type-graphql';
import { connectionType, edgeType } from '../../../ground/lists/graphql/connection.ts';
import { UserType } from './user.type.ts';

@ObjectType({ simpleResolvers: true, description: 'A user in a list.' })
class UserEdge extends edgeType(() => UserType) {}

@ObjectType({ description: 'A page of users.' })
export class UserConnection extends connectionType(() => UserEdge) {}
