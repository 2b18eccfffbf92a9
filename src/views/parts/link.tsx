import type { ComponentChildren } from 'preact';

/**
 * Whether an address may be a link: a path of this server, http(s), or an application's private-use scheme, which contains
 * a dot (RFC 8252 §7.1). So `javascript:` and `data:` never are.
 */
export function isLinkable(address: string): boolean {
  const url = URL.parse(address, 'https://page.invalid');
  return url !== null && (/^https?:$/.test(url.protocol) || url.protocol.includes('.'));
}

interface LinkProps {
  href: string;
  class?: string;
  'aria-current'?: 'page' | undefined;
  /** To open it beside this page. */
  target?: '_blank' | undefined;
  children: ComponentChildren;
}

/** A link, or only its text if the address must not be a link. */
export function Link({ href, children, ...rest }: LinkProps) {
  if (!isLinkable(href)) return <span>{children}</span>;
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}
