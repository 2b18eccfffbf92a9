import { Field, InputType } from 'type-graphql';
import { Fulfills } from '../../kernel/input-rules.ts';
import { LOGO_MAX, LOGO_URI_MAX } from './brand-logo.ts';

/** The most characters of an address. */
const ADDRESS_MAX = 2048;
/** The most characters of terms on the sign-up page. Longer ones have a page of their own. */
export const TERMS_MAX = 4000;

@InputType({ description: 'Changes to a customer. Omitted fields stay unchanged.' })
export class UpdateCustomerInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether users may delete their own accounts, on their account pages.',
  })
  selfDeletion?: boolean | null;

  @Fulfills({ maxLength: ADDRESS_MAX })
  @Field(() => String, {
    nullable: true,
    description: 'The http or https address of the terms that users accept when they sign up. Null removes it.',
  })
  termsUrl?: string | null;

  @Fulfills({ maxLength: TERMS_MAX })
  @Field(() => String, {
    nullable: true,
    description: 'The terms as a text, which the sign-up page shows. Null removes it.',
  })
  termsText?: string | null;
}

@InputType({ description: 'Changes to how pages and mails look. Omitted fields stay unchanged.' })
export class UpdateBrandingInput {
  @Fulfills({ maxLength: 7, pattern: '#[0-9A-Fa-f]{6}' })
  @Field(() => String, {
    nullable: true,
    description:
      'The main color, such as "#0b7a75". Its contrast to white must be at least 4.5. Null for the product’s own. In dark mode, pages make it lighter until it can be read.',
  })
  color?: string | null;

  @Fulfills({ maxLength: LOGO_URI_MAX })
  @Field(() => String, {
    nullable: true,
    description: `A data URI of a PNG, JPEG or WebP of at most ${LOGO_MAX} bytes. Null for none.`,
  })
  logo?: string | null;
}
