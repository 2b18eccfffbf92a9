import { useEffect, useRef } from 'react';

interface MailFrameProps {
  title: string;
  html: string;
}

/**
 * Shows the HTML of a mail. The frame runs no scripts. The policy of the page holds in the frame, too, and allows no styles
 * in the markup, so they are set one by one.
 */
export function MailFrame({ title, html }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const shown = frame.current?.contentDocument;
    if (!shown) return;
    // In markup that the server has escaped, only attributes look like this.
    const parsed = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-style="'), 'text/html');
    shown.documentElement.lang = parsed.documentElement.lang;
    shown.title = parsed.title;
    shown.body.replaceChildren(...shown.importNode(parsed.body, true).childNodes);
    style(shown.body, parsed.body.dataset['style']);
    for (const element of shown.body.querySelectorAll<HTMLElement>('[data-style]'))
      style(element, element.dataset['style']);
    // The addresses are examples.
    for (const link of shown.body.querySelectorAll('a')) link.removeAttribute('href');
    if (frame.current) frame.current.style.height = `${shown.documentElement.scrollHeight}px`;
  }, [html]);
  return <iframe ref={frame} className="mail-frame" title={title} sandbox="allow-same-origin" />;
}

function style(element: HTMLElement, text: string | undefined): void {
  delete element.dataset['style'];
  element.style.cssText = text ?? '';
}
