import { LockMode } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { fault, notFound } from '../../ground/kernel/errors.ts';
import { readAll } from '../../ground/kernel/input.ts';
import { readLine } from '../../ground/kernel/text.ts';
import { checkVersion } from '../../ground/kernel/version.ts';
import { MAIL_PARTS, renderExample, type Mail, type MailTemplate } from '../../views/mail/index.ts';
import { audit, changesBetween } from '../audit/index.ts';
import { readBrandColor } from './brand-color.ts';
import { readLogo } from './brand-logo.ts';
import { Branding } from './branding.entity.ts';
import { NAME_MAX, type MailDraft, type UpdateBranding } from './branding.input.ts';
import { brandingLoader } from './branding.loader.ts';
import { brandingPolicy, type BrandingWrite } from './branding.policy.ts';
import { Brands } from './brands.ts';
import { readLanguage, readMailText, readMailTexts, readPageTexts, textsWith, type OwnTexts } from './own-texts.ts';

type Change = (branding: Branding) => Partial<Branding>;

/** How the pages and mails of the viewer's customer look. */
export class BrandingService {
  constructor(private readonly ctx: RequestContext) {}

  /** The branding of the viewer's customer, which every customer has. */
  async find(customerId: string): Promise<Branding> {
    const found = await this.ctx.loader(brandingLoader).load(customerId);
    if (!found) throw notFound('customer');
    return found;
  }

  /** Changes the name, the color, the logo and the texts. Pages and mails of this server show the change at once. */
  async update(id: string, input: UpdateBranding, expectedVersion?: number | null): Promise<Branding> {
    const permit = brandingPolicy.write(this.ctx.viewer);
    if (id.toLowerCase() !== permit.customerId) throw notFound('customer');
    return this.change(permit, readChange(input), expectedVersion);
  }

  /** A mail about an example, with the customer's branding. `draft` has texts that are not stored. */
  async preview(template: MailTemplate, locale: string, draft: MailDraft): Promise<Mail> {
    const { customerId } = brandingPolicy.preview(this.ctx.viewer);
    const { language, ...given } = readAll({
      language: () => readLanguage('locale', locale),
      ...Object.fromEntries(
        MAIL_PARTS.filter((part) => draft[part] !== undefined).map((part) => [
          `${template}.${part}`,
          () => readMailText(`draft.${part}`, template, part, draft[part]) ?? undefined,
        ]),
      ),
    });
    const brand = await this.ctx.runtime.get(Brands).of(customerId);
    const texts = { ...brand.texts[language], ...given };
    return renderExample(template, { language, locale: language, brand: { ...brand, texts } });
  }

  private change(
    { customerId }: BrandingWrite,
    changeOf: Change,
    expectedVersion: number | null | undefined,
  ): Promise<Branding> {
    const { ctx } = this;
    return ctx.db.transaction(async (tx) => {
      const { em } = tx;
      const branding = await em.findOneOrFail(Branding, { customerId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      checkVersion(branding, expectedVersion);
      const before = shownOf(branding);
      Object.assign(branding, changeOf(branding), { updatedAt: ctx.clock.now() });
      const now = shownOf(branding);
      const details = { ...changesBetween(before, now, [...new Set([...Object.keys(before), ...Object.keys(now)])]) };
      const subject = { subjectType: 'customer', subjectId: customerId };
      audit.record(em, ctx, { action: 'branding.updated', ...subject, details });
      tx.onCommit(() => ctx.runtime.get(Brands).forget(customerId));
      return branding;
    });
  }
}

/** What the input changes. Throws `invalid` with all faults, and if it changes nothing. */
function readChange({ name, color, logo, pageTexts, mailTexts }: UpdateBranding): Change {
  const read = readAll({
    ...(name !== undefined && { name: () => (name?.trim() ? readLine('name', name, { max: NAME_MAX }) : null) }),
    ...(color !== undefined && { color: () => (color === null ? null : readBrandColor(color)) }),
    ...(logo !== undefined && { logo: () => (logo === null ? { logo: null, logoType: null } : readLogo(logo)) }),
    ...(pageTexts && { pageTexts: () => readPageTexts(pageTexts) }),
    ...(mailTexts && { mailTexts: () => readMailTexts(mailTexts) }),
  });
  if (Object.keys(read).length === 0) throw fault('input', 'no_changes');
  const { logo: picture, pageTexts: ofPages = [], mailTexts: ofMails = [], ...plain } = read;
  return ({ texts }) => ({ ...plain, ...picture, texts: textsWith(texts, [...ofPages, ...ofMails]) });
}

/** What the audit trail has the values of: each text under a name of its own, `texts.en.page.footer`. */
const shownOf = ({ name, color, logoType, texts }: Branding): Readonly<Record<string, unknown>> => ({
  name: name ?? null,
  color: color ?? null,
  logoType: logoType ?? null,
  ...flat(texts),
});

const flat = (texts: OwnTexts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([language, each]) =>
      Object.entries(each).map(([key, text]) => [`texts.${language}.${key}`, text]),
    ),
  );
