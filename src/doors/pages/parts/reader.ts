import type { Request, Response } from 'express';
import { parametersOf } from '../../../ground/http/form.ts';
import { handedOn } from '../../../ground/http/languages.ts';
import { originOf } from '../../../ground/http/origin.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { Brands } from '../../../modules/branding/index.ts';
import { languageOf, localeOf, type Language, type OwnWords } from '../../../views/index.ts';

/** The most languages of `ui_locales` that are read. */
const MOST = 20;

/** How a page addresses its reader. */
interface Reader {
  readonly language: Language;
  /** The language tag of dates. */
  readonly locale: string;
  /** What the customer that the page belongs to is called. */
  readonly customerName: string | undefined;
  /** The stylesheet of that customer. */
  readonly brandHref: string | undefined;
  /** What that customer says in its own words. */
  readonly words: OwnWords | undefined;
}

/** What a page hands on to the next one, so that it has the languages that the address asks for. */
export const languagesOf = (request: Request): ReturnType<typeof handedOn> =>
  handedOn(parametersOf(request).get('ui_locales'));

/**
 * Who reads a page. The languages that the page knows of come first, such as those of an authorization request, then
 * `ui_locales` of the address (OpenID Connect Core §3.1.2.1), then the language that the user has given, then those of the
 * browser.
 */
export async function readerOf(
  runtime: Runtime,
  response: Response,
  known: readonly (string | null)[] = [],
  customerId: string | null = null,
  userLocale: string | null = null,
): Promise<Reader> {
  const request = response.req as Request;
  const wanted = parametersOf(request).get('ui_locales')?.split(' ', MOST) ?? [];
  const given = [...known, ...wanted, userLocale].filter((tag) => tag !== null);
  const tags = [...given, ...(originOf(request).languages ?? [])];
  const language = languageOf(tags);
  const brand = customerId === null ? null : await runtime.get(Brands).find(customerId);
  const texts = brand?.texts[language];
  return {
    language,
    locale: localeOf(tags, language),
    customerName: brand?.name,
    brandHref: brand ? `${request.baseUrl}/branding/${brand.customerId}.css` : undefined,
    words: brand
      ? {
          isNamed: brand.isNamed,
          loginWelcome: texts?.['page.login_welcome'],
          signUpHint: texts?.['page.sign_up_hint'],
          footer: texts?.['page.footer'],
        }
      : undefined,
  };
}
