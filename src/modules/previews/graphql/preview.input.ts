import { Field, ID, InputType } from 'type-graphql';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import { URI_MAX } from '../../../ground/kernel/registered-uri.ts';
import { SCOPE_MAX, type PreviewTokens } from '../preview.input.ts';

@InputType({ description: 'Whose tokens to show, for which application, and what these are asked for.' })
export class PreviewTokensInput implements PreviewTokens {
  @Fulfills({ format: 'uuid' })
  @Field(() => ID, { description: 'The user.' })
  userId!: string;

  @Field(() => ID, { description: 'The application.' })
  clientId!: string;

  @Fulfills({ format: 'uuid' })
  @Field(() => ID, {
    nullable: true,
    description: 'The organization that the request names. By default none, so that the user acts for the only one.',
  })
  organizationId?: string | null;

  @Fulfills({ maxLength: SCOPE_MAX })
  @Field(() => String, {
    nullable: true,
    description:
      'The scopes, with spaces between. By default all that the application may ask for: those of Guildhall, and those of the API that `resource` names.',
  })
  scope?: string | null;

  @Fulfills({ maxLength: URI_MAX })
  @Field(() => String, {
    nullable: true,
    description:
      'What the access token is for: the identifier of an API, or another registered resource. By default Guildhall, or the only API that has the scopes.',
  })
  resource?: string | null;
}
