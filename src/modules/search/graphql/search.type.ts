import { ArgsType, createUnionType, Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import { ConnectionArgs, connectionType, OWN_COUNT_COST } from '../../../ground/lists/graphql/connection.ts';
import { ClientType } from '../../clients/graphql/index.ts';
import { GroupType } from '../../groups/graphql/index.ts';
import { OrganizationType } from '../../organizations/graphql/index.ts';
import { UserType } from '../../users/graphql/index.ts';
import { HITS_MAX } from '../hits.ts';
import { TEXT_MAX, WORDS_MAX } from '../search.service.ts';
import type { SearchableType } from '../searchable.ts';

const SearchableTypeEnum = {
  USER: 'User',
  GROUP: 'Group',
  CLIENT: 'Client',
  ORGANIZATION: 'Organization',
} as const satisfies Record<string, SearchableType>;
registerEnumType(SearchableTypeEnum, {
  name: 'SearchableType',
  description: 'What a search looks for.',
  valuesConfig: {
    USER: { description: 'Users, by name, given and family name, username, address and phone number.' },
    GROUP: { description: 'Groups, by name and description.' },
    CLIENT: { description: 'Clients, by name. Members find only their own.' },
    ORGANIZATION: { description: 'Organizations, by name.' },
  },
});

const Searchable = createUnionType({
  name: 'Searchable',
  description: 'What can be found by a search.',
  types: () => [UserType, GroupType, ClientType, OrganizationType] as const,
  resolveType: (found) => (found as { readonly __typename?: string }).__typename,
});

@ArgsType()
export class SearchArgs extends ConnectionArgs {
  @Field(() => String, {
    description: `Words in any order and any case, at most ${WORDS_MAX}, of at most ${TEXT_MAX} characters together: parts of names, of addresses, a phone number, or the whole value of a unique or searchable attribute, in its spelling.`,
  })
  text!: string;

  @Field(() => [SearchableTypeEnum], {
    nullable: true,
    description: 'What to look for. By default everything that the viewer may list.',
  })
  types?: SearchableType[] | null;
}

@ObjectType({ simpleResolvers: true, description: 'Something that a search has found.' })
class SearchEdge {
  static readonly nodeType = () => Searchable;

  @Field(() => String, { description: 'The place of the item in the results. Pass it as `after` or `before`.' })
  cursor!: string;

  @Field(() => Float, { description: 'How well it matches, from 0 to 1.' })
  score!: number;

  @Field(() => Searchable, { description: 'The item.' })
  node!: object;
}

@ObjectType({
  description: `A page of what a search has found, the best first. At most ${HITS_MAX} items of each type are compared; if there are more, \`atLeast\` is true.`,
})
export class SearchConnection extends connectionType(() => SearchEdge, OWN_COUNT_COST) {}
