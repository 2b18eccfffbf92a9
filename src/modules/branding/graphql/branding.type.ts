import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf, payloadType, VERSION } from '../../../ground/kernel/graphql/types.ts';
import { MAIL_PARTS, MAIL_TEMPLATES, type Mail, type MailPart, type MailTemplate } from '../../../views/mail/index.ts';
import { PAGE_TEXTS, type PageText } from '../own-texts.ts';

export const PageTextNameEnum = enumOf(PAGE_TEXTS);
registerEnumType(PageTextNameEnum, {
  name: 'PageTextName',
  description: 'A text that a customer can add to its pages.',
  valuesConfig: {
    LOGIN_WELCOME: { description: 'A line below the title of the login page.' },
    SIGN_UP_HINT: { description: 'A hint on the sign-up page.' },
    FOOTER: { description: 'The end of every page, for example whom to ask for help.' },
  },
});

export const MailPartEnum = enumOf(MAIL_PARTS);
registerEnumType(MailPartEnum, {
  name: 'MailPart',
  description: 'A part of a mail.',
  valuesConfig: {
    SUBJECT: { description: 'The subject, one line.' },
    INTRODUCTION: { description: 'What stands below the greeting.' },
    CLOSING: { description: 'What stands at the end.' },
  },
});

export const MailTemplateEnum = enumOf(MAIL_TEMPLATES);
registerEnumType(MailTemplateEnum, {
  name: 'MailTemplate',
  description: 'A mail that the server can send.',
  valuesConfig: {
    INVITATION: { description: 'Invites a user to activate their account.' },
    VERIFY_EMAIL: { description: 'Has a link to verify the address.' },
    PASSWORD_RESET: { description: 'Has a link to set another password.' },
    EMAIL_CHANGE: { description: 'Has a link to verify a new address.' },
    EMAIL_CHANGE_REQUESTED: { description: 'Tells the old address of a requested change.' },
    EMAIL_CHANGED: { description: 'Tells the old address of a change.' },
    PASSWORD_CHANGED: { description: 'Tells of another password.' },
    MFA_ENABLED: { description: 'Tells that two-step verification was turned on.' },
    MFA_DISABLED: { description: 'Tells that it was turned off.' },
    MFA_RESET: { description: 'Tells that an administrator removed it.' },
    SIGN_IN_CODE: { description: 'Has a code that a sign-in asks for.' },
    NEW_SIGN_IN: { description: 'Tells of a sign-in with a browser that is not known.' },
    FACTOR_FAILED: { description: 'Tells of wrong answers to the second step.' },
    PASSKEY_ADDED: { description: 'Tells that a passkey was added.' },
    MFA_APP_REMOVED: { description: 'Tells that the authenticator app was removed, while passkeys remain.' },
    PASSKEY_REMOVED: { description: 'Tells that a passkey was removed.' },
    PASSKEY_REFUSED: { description: 'Tells that a passkey was refused, because it may have been copied.' },
    BACKUP_CODE_USED: { description: 'Tells that a backup code was used.' },
    BACKUP_CODES_REGENERATED: { description: 'Tells of new backup codes.' },
    FACTORS_CHANGED_AGAIN: { description: 'Stands for further changes of factors within an hour.' },
    IMPERSONATED: { description: 'Tells that an administrator acts as the user.' },
    ACCOUNT_DELETED: { description: 'Tells of the end of the account.' },
  },
});

const LOCALE = { description: 'The language.' };

@ObjectType('PageText', { simpleResolvers: true, description: 'A text of a customer’s pages.' })
export class PageTextType {
  @Field(() => PageTextNameEnum, { description: 'Which text it is.' })
  name!: PageText;

  @Field(() => String, LOCALE)
  locale!: string;

  @Field(() => String, { description: 'The text, with its placeholders.' })
  text!: string;
}

@ObjectType('MailText', { simpleResolvers: true, description: 'A text of a customer’s mails.' })
export class MailTextType {
  @Field(() => MailTemplateEnum, { description: 'The mail.' })
  template!: MailTemplate;

  @Field(() => MailPartEnum, { description: 'The part of the mail.' })
  part!: MailPart;

  @Field(() => String, LOCALE)
  locale!: string;

  @Field(() => String, { description: 'The text, with its placeholders.' })
  text!: string;
}

@ObjectType('Branding', { description: 'How the pages and mails of a customer look, and what they say.' })
export class BrandingType {
  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'What pages and mails call the customer. Null for the customer’s name.',
  })
  name!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'The main color. Null for the product’s own.' })
  color!: string | null;

  @Field(() => Int, { simple: true, ...VERSION })
  version!: number;
}

@ObjectType({ simpleResolvers: true, description: 'A branding that was changed.' })
export class BrandingPayload extends payloadType('branding', () => BrandingType, 'The branding.') {}

@ObjectType({ simpleResolvers: true, description: 'A mail as it would be sent, about an example.' })
export class MailPreview implements Mail {
  @Field(() => String, { description: 'The subject.' })
  subject!: string;

  @Field(() => String, { description: 'The part for programs that show no HTML.' })
  text!: string;

  @Field(() => String, { description: 'The HTML part, a whole document. It loads and runs nothing.' })
  html!: string;
}

@ObjectType({ simpleResolvers: true, description: 'A text of pages that a customer can write.' })
class PageTextRule {
  @Field(() => PageTextNameEnum, { description: 'Which text it is.' })
  name!: PageText;

  @Field(() => [String], { description: 'The placeholders that it may have, without the braces.' })
  placeholders!: readonly string[];

  @Field(() => Int, { description: 'The most characters.' })
  maxLength!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The built-in text of a part of a mail.' })
class BuiltInText {
  @Field(() => MailPartEnum, { description: 'The part of the mail.' })
  part!: MailPart;

  @Field(() => String, LOCALE)
  locale!: string;

  @Field(() => String, { description: 'The text, with its placeholders.' })
  text!: string;

  @Field(() => Int, { description: 'The most characters of a customer’s own text.' })
  maxLength!: number;
}

@ObjectType({ simpleResolvers: true, description: 'A mail whose texts a customer can write.' })
class MailTemplateRule {
  @Field(() => MailTemplateEnum, { description: 'The mail.' })
  template!: MailTemplate;

  @Field(() => [String], { description: 'The placeholders that its texts may have, without the braces.' })
  placeholders!: readonly string[];

  @Field(() => [BuiltInText], { description: 'What it says without texts of the customer.' })
  texts!: readonly BuiltInText[];
}

@ObjectType({ simpleResolvers: true, description: 'Which texts a customer can write, and in which languages.' })
export class BrandingTexts {
  @Field(() => [String], { description: 'The languages.' })
  locales!: readonly string[];

  @Field(() => [PageTextRule], { description: 'The texts of pages.' })
  pages!: readonly PageTextRule[];

  @Field(() => [MailTemplateRule], { description: 'The mails.' })
  mails!: readonly MailTemplateRule[];
}
