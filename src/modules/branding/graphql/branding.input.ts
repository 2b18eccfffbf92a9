import { Field, InputType } from 'type-graphql';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import type { MailPart, MailTemplate } from '../../../views/mail/index.ts';
import { LOGO_MAX, LOGO_URI_MAX } from '../brand-logo.ts';
import { NAME_MAX, type MailDraft, type UpdateBranding } from '../branding.input.ts';
import { MailPartEnum, MailTemplateEnum, PageTextNameEnum } from './branding.type.ts';
import { LANGUAGE_RULES, TEXT_MAX, type GivenMailText, type GivenPageText, type PageText } from '../own-texts.ts';

/** More texts than there are. */
const TEXTS_MAX = 200;

const LOCALE = { description: 'The language: `en` or `de`.' };

@InputType({ description: 'A text of the customer’s pages.' })
export class PageTextInput implements GivenPageText {
  @Field(() => PageTextNameEnum, { description: 'Which text it is.' })
  name!: PageText;

  @Fulfills(LANGUAGE_RULES)
  @Field(() => String, LOCALE)
  locale!: string;

  @Fulfills({ maxLength: TEXT_MAX.page })
  @Field(() => String, {
    nullable: true,
    description: 'The text, without markup. `brandingTexts` tells the placeholders it may have. Null for none.',
  })
  text?: string | null;
}

@InputType({ description: 'A text of the customer’s mails.' })
export class MailTextInput implements GivenMailText {
  @Field(() => MailTemplateEnum, { description: 'The mail.' })
  template!: MailTemplate;

  @Field(() => MailPartEnum, { description: 'The part of the mail.' })
  part!: MailPart;

  @Fulfills(LANGUAGE_RULES)
  @Field(() => String, LOCALE)
  locale!: string;

  @Fulfills({ maxLength: TEXT_MAX.introduction })
  @Field(() => String, {
    nullable: true,
    description:
      'The text, without markup. `brandingTexts` tells the placeholders it may have. Null for the built-in text.',
  })
  text?: string | null;
}

@InputType({
  description: 'Texts of a mail that are tried before they are stored. Omitted ones are as they are stored.',
})
export class MailDraftInput implements MailDraft {
  @Fulfills({ maxLength: TEXT_MAX.subject })
  @Field(() => String, { nullable: true, description: 'The subject. Null for the built-in one.' })
  subject?: string | null;

  @Fulfills({ maxLength: TEXT_MAX.introduction })
  @Field(() => String, { nullable: true, description: 'The introduction. Null for the built-in one.' })
  introduction?: string | null;

  @Fulfills({ maxLength: TEXT_MAX.closing })
  @Field(() => String, { nullable: true, description: 'The closing. Null for the built-in one.' })
  closing?: string | null;
}

@InputType({ description: 'Changes to how pages and mails look. Omitted fields stay unchanged.' })
export class UpdateBrandingInput implements UpdateBranding {
  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, {
    nullable: true,
    description: 'What pages and mails call the customer. Null for the customer’s name.',
  })
  name?: string | null;

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

  @Fulfills({ maxItems: TEXTS_MAX })
  @Field(() => [PageTextInput], { nullable: true, description: 'Texts of pages. The others stay unchanged.' })
  pageTexts?: PageTextInput[] | null;

  @Fulfills({ maxItems: TEXTS_MAX })
  @Field(() => [MailTextInput], { nullable: true, description: 'Texts of mails. The others stay unchanged.' })
  mailTexts?: MailTextInput[] | null;
}
