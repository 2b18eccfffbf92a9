import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Mark, MARK_URL } from './mark.tsx';
import type { Language } from '../languages.ts';
import { fillText } from './own-text.ts';
import { STYLE } from './style.css.ts';
import { translate, type TimesAs, type Translate } from '../translate.ts';

/** What a customer says on its pages in its own words. */
export interface OwnWords {
  /** Whether the customer has given itself a name, which then stands where the product's does. */
  readonly isNamed: boolean;
  readonly loginWelcome?: string | undefined;
  readonly signUpHint?: string | undefined;
  readonly footer?: string | undefined;
}

/** What every page may need. */
export interface PageContext extends TimesAs {
  /** English by default. */
  language?: Language | undefined;
  /** The stylesheet of the customer, if known. */
  brandHref?: string | undefined;
  /** The customer, shown at the top if known. */
  customerName?: string | null | undefined;
  words?: OwnWords | undefined;
}

interface LayoutProps {
  t: Translate;
  title: string;
  customerName: string | null | undefined;
  brandHref: string | undefined;
  words: OwnWords | undefined;
  /** Whether the title in the browser's tab says that there is an error. */
  failed?: boolean | undefined;
  wide?: boolean | undefined;
  /** Where the browser goes by itself, and after how long. */
  refresh?: { readonly seconds: number; readonly href: string } | undefined;
  /** What stands beside the card in wide windows, and above it in narrow ones. */
  side?: ComponentChildren;
  children: ComponentChildren;
}

function Layout({ t, title, customerName, brandHref, words, failed, wide, refresh, side, children }: LayoutProps) {
  return (
    <html lang={t.language}>
      <head>
        <meta charset="utf-8" />
        <title>{`${failed ? t('layout.errorTitle', { title }) : title} · ${customerName || t('layout.product')}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        {refresh && <meta http-equiv="refresh" content={`${refresh.seconds}; url=${refresh.href}`} />}
        <link rel="icon" href={MARK_URL} />
        {/* The one text that is not escaped: a constant of ours, to the byte what its hash in the policy says. */}
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
        {brandHref && <link rel="stylesheet" href={brandHref} />}
      </head>
      <body>
        <div class={side ? 'page account' : wide ? 'page wide' : 'page'}>
          <header>{customerName ? <bdi>{customerName}</bdi> : <Mark size={32} />}</header>
          {side}
          <main class="card">{children}</main>
          <footer>
            {words?.footer && <p class="own">{ownText(words.footer, customerName)}</p>}
            {!words?.isNamed && (
              <p>
                <Mark size={16} />
                {t('layout.product')}
              </p>
            )}
          </footer>
        </div>
      </body>
    </html>
  );
}

/** A text of the customer. Without an application, its placeholder stands for the customer. */
export const ownText = (
  text: string,
  customer: string | null | undefined,
  application: string | null | undefined = customer,
): string => fillText(text, { customer: customer ?? '', application: application ?? '' });

/** A page as a whole document, from what goes into its card. */
export function page(
  context: PageContext,
  content: (t: Translate) => Omit<LayoutProps, 't' | 'customerName' | 'brandHref' | 'words'>,
): string {
  const t = translate(context.language, context);
  const { customerName, brandHref, words } = context;
  const layout = <Layout t={t} customerName={customerName} brandHref={brandHref} words={words} {...content(t)} />;
  return `<!doctype html>${renderToString(layout)}`;
}
