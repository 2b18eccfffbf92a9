import { page, type PageContext } from '../parts/layout.tsx';

/** What the page of the error codes shows, in the order given. Its texts are in English. */
export interface ErrorCodesContext extends PageContext {
  kinds: readonly { kind: string; meaning: string }[];
  codes: readonly { code: string; kind: string; meaning: string }[];
}

/** The page that explains every error code. Each code is the anchor of its place. */
export function renderErrorCodes(context: ErrorCodesContext): string {
  return page(context, (t) => ({
    title: t('errorCodes.title'),
    wide: true,
    children: (
      <>
        <h1>{t('errorCodes.title')}</h1>
        <p class="lead">{t('errorCodes.lead')}</p>
        <dl class="facts">
          {context.kinds.map(({ kind, meaning }) => (
            <>
              <dt>
                <code>{kind}</code>
              </dt>
              <dd>{meaning}</dd>
            </>
          ))}
        </dl>
        <ul class="codes" aria-label={t('errorCodes.list')}>
          {context.codes.map(({ code, kind, meaning }) => (
            <li id={code}>
              <strong>
                <code>{code}</code>
              </strong>
              <code>{kind}</code>
              <span>{meaning}</span>
            </li>
          ))}
        </ul>
      </>
    ),
  }));
}
