import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Site } from '../../../ground/http/site.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ExpectedVersion } from '../../../ground/kernel/graphql/types.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import {
  builtInText,
  LANGUAGES,
  MAIL_PARTS,
  MAIL_TEMPLATES,
  mailPlaces,
  type MailTemplate,
} from '../../../views/mail/index.ts';
import type { Branding } from '../branding.entity.ts';
import { MailDraftInput, UpdateBrandingInput } from './branding.input.ts';
import { brandingPolicy } from '../branding.policy.ts';
import { BrandingService } from '../branding.service.ts';
import {
  BrandingPayload,
  BrandingTexts,
  BrandingType,
  MailPreview,
  MailTemplateEnum,
  MailTextType,
  PageTextType,
} from './branding.type.ts';
import { LANGUAGE_RULES, listMailTexts, listPageTexts, PAGE_TEXTS, pagePlaces, TEXT_MAX } from '../own-texts.ts';

@Resolver(() => BrandingType)
export class BrandingResolver {
  @Query(() => BrandingTexts, { description: 'Which texts administrators can write. The same for all customers.' })
  brandingTexts(@Ctx() { viewer }: RequestContext): BrandingTexts {
    brandingPolicy.preview(viewer);
    return TEXTS;
  }

  @ArgumentsFulfill({ locale: LANGUAGE_RULES })
  @Query(() => MailPreview, { description: 'A mail about an example, as the server would send it now.' })
  mailPreview(
    @Arg('template', () => MailTemplateEnum, { description: 'The mail.' }) template: MailTemplate,
    @Arg('locale', () => String, { description: 'The language.' }) locale: string,
    @Arg('draft', () => MailDraftInput, { nullable: true, description: 'Texts that are tried before they are stored.' })
    draft: MailDraftInput | null,
    @Ctx() ctx: RequestContext,
  ): Promise<MailPreview> {
    return ctx.get(BrandingService).preview(template, locale, draft ?? {});
  }

  @Mutation(() => BrandingPayload, {
    description:
      'Changes the name, the color, the logo and the texts of the customer’s pages and mails. Only for administrators.',
  })
  async updateBranding(
    @Arg('id', () => ID, { description: 'The customer’s id.' }) id: string,
    @Arg('input', () => UpdateBrandingInput, { description: 'The changes.' }) input: UpdateBrandingInput,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { branding: await ctx.get(BrandingService).update(id, input, expectedVersion) };
  }

  @FieldResolver(() => String, { nullable: true, description: 'The address of the logo. Null without one.' })
  logoUrl(@Root() { customerId, logoType, version }: Branding, @Ctx() { runtime }: RequestContext): string | null {
    return logoType ? `${runtime.get(Site).issuer}/branding/${customerId}/logo?version=${version}` : null;
  }

  @FieldResolver(() => [PageTextType], { description: 'The customer’s own texts of pages.' })
  pageTexts(@Root() { texts }: Branding): PageTextType[] {
    return listPageTexts(texts);
  }

  @FieldResolver(() => [MailTextType], { description: 'The customer’s own texts of mails.' })
  mailTexts(@Root() { texts }: Branding): MailTextType[] {
    return listMailTexts(texts);
  }
}

const TEXTS: BrandingTexts = {
  locales: LANGUAGES,
  pages: PAGE_TEXTS.map((name) => ({ name, placeholders: pagePlaces(name), maxLength: TEXT_MAX.page })),
  mails: MAIL_TEMPLATES.map((template) => ({
    template,
    placeholders: mailPlaces(template),
    texts: LANGUAGES.flatMap((locale) =>
      MAIL_PARTS.map((part) => ({
        part,
        locale,
        text: builtInText(template, part, locale),
        maxLength: TEXT_MAX[part],
      })),
    ),
  })),
};
