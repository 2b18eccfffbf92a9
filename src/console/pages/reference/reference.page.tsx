import '@scalar/api-reference/style.css';
import './reference.css';
import { useComputedColorScheme } from '@mantine/core';
import { createApiReference } from '@scalar/api-reference';
import { useEffect } from 'react';
import { addressOf } from '../../address.ts';
import { language, t } from '../../messages/index.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useRepaired } from '../../parts/repaired.ts';

// Everything that would ask somebody else's server is off. So are requests, because REST takes tokens, which the console
// has none of.
const configuration = {
  url: addressOf('openapi.json'),
  localization: { locale: language },
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideTestRequestButton: true,
  hideDarkModeToggle: true,
  persistAuth: false,
  documentDownloadType: 'direct',
} as const;

/** Buttons get a name, lists that scroll can be reached by keyboard, and the page keeps one heading of the first level. */
function repair(place: HTMLElement): void {
  for (const title of place.querySelectorAll('h1')) {
    const heading = document.createElement('h2');
    for (const { name, value } of title.attributes) heading.setAttribute(name, value);
    heading.append(...title.childNodes);
    title.replaceWith(heading);
  }
  for (const list of place.querySelectorAll('.endpoints:not([tabindex])')) list.setAttribute('tabindex', '0');
  for (const button of place.querySelectorAll('.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', t('copy'));
}

/** Scalar over the server's own description of its REST paths. */
export function ReferencePage() {
  const place = useRepaired(repair);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const { destroy } = createApiReference(place.current!, { ...configuration, forceDarkModeState: scheme });
    return destroy;
  }, [place, scheme]);
  return (
    <>
      <PageHead title={t('nav.reference')} lead={t('reference.lead')} />
      <div className="reference" ref={place} />
    </>
  );
}
